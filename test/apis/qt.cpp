// REQUIRES: qt
// RUN: %check_retry %s --checks=%model_checks -- -fPIC %qt_flags
#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTcpSocket>
#include <QThread>
#include <QUuid>
#include <QDebug>

QByteArray fetch(QNetworkAccessManager &manager, const QUrl &url) {
  for (int i = 0; i < 5; ++i) {
    QNetworkReply *reply = manager.get(QNetworkRequest(url));
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    reply->deleteLater();
    if (reply->error() == QNetworkReply::NoError)
      return reply->readAll();
    qWarning() << reply->errorString();
    QThread::sleep(3); // expect: retry-fixed-interval "3 s"
  }
  return {};
}

bool order(QNetworkAccessManager &manager, const QUrl &url, const QByteArray &json) {
  QNetworkRequest request(url);
  for (int n = 0; n < 3; n++) {
    QNetworkReply *reply = manager.post(request, json); // expect: retry-non-idempotent "POST"
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    if (reply->error() == QNetworkReply::NoError)
      return true;
    QThread::msleep(100 << n); // expect: retry-missing-jitter
  }
  return false;
}

void open(QSqlDatabase &db) {
  while (!db.open()) { // expect: retry-unbounded "open"
    qWarning() << "database is away";
    QThread::sleep(1); // expect: retry-fixed-interval "1 s"
  }
}

bool record(QSqlQuery &query) {
  for (int i = 0; i < 3; ++i)
    if (query.exec("INSERT INTO visits (page) VALUES ('home')")) // expect: retry-non-idempotent "INSERT 'exec'", retry-immediate
      return true;
  return false;
}

// Rows.
int count(QSqlQuery &query) {
  int n = 0;
  while (query.next())
    ++n;
  return n;
}

// A key makes it safe.
bool pay(QNetworkAccessManager &manager, const QUrl &url, const QByteArray &json) {
  QNetworkRequest request(url);
  request.setRawHeader("Idempotency-Key", QUuid::createUuid().toByteArray());
  for (int i = 0; i < 3; ++i) {
    QNetworkReply *reply = manager.post(request, json);
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    auto error = reply->error();
    if (error == QNetworkReply::NoError)
      return true;
    if (error != QNetworkReply::TimeoutError && error != QNetworkReply::TemporaryNetworkFailureError)
      return false;
    if (i < 2) {
      qWarning() << "pay: attempt" << i + 1 << "of 3" << error;
      QThread::msleep(QRandomGenerator::global()->bounded(1000 << i));
    }
  }
  return false;
}

// Another host each time.
bool any(QTcpSocket &socket, const QStringList &hosts) {
  for (const QString &host : hosts) {
    socket.connectToHost(host, 5000);
    if (socket.waitForConnected(500))
      return true;
  }
  return false;
}

// Reads what comes.
QByteArray all(QTcpSocket &socket) {
  QByteArray data;
  while (socket.waitForReadyRead(1000))
    data += socket.readAll();
  return data;
}
