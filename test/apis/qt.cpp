// REQUIRES: qt
// RUN: %check_retry %s --checks=%model_checks -- -fPIC %qt_flags
#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QLocalSocket>
#include <QMessageBox>
#include <QNetworkReply>
#include <QProcess>
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

// What only begins is told of by a later call.
bool reach(const QString &host) {
  QTcpSocket socket;
  for (int i = 0; i < 5; ++i) {
    socket.connectToHost(host, 5000);
    if (socket.waitForConnected(1000))
      return true;
    qWarning() << "not connected";
    QThread::sleep(1); // expect: retry-fixed-interval "1 s"
  }
  return false;
}

struct Link {
  QTcpSocket *socket;
  QTcpSocket &other;
  void open(const QString &host) {
    while (true) { // expect: retry-unbounded "connectToHost"
      socket->connectToHost(host, 22);
      if (socket->waitForConnected())
        return;
      socket->abort();
      QThread::sleep(5); // expect: retry-fixed-interval "5 s"
    }
  }
  bool again(const QString &host) {
    for (int i = 0; i < 3; ++i) {
      other.connectToHost(host, 22);
      other.waitForConnected(500);
      if (other.state() == QAbstractSocket::ConnectedState)
        return true;
      QThread::msleep(100 << i); // expect: retry-missing-jitter
    }
    return false;
  }
};
void links(Link &l) {
  l.open("a");
  l.again("b");
}

bool refused(QTcpSocket &socket, const QString &host) {
  for (int i = 0; i < 3; ++i) {
    socket.connectToHost(host, 80);
    if (socket.waitForConnected(3000))
      return true;
    if (socket.error() != QAbstractSocket::ConnectionRefusedError)
      return false;
    QThread::sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

bool local(QLocalSocket &socket) {
  for (int i = 0; i < 3; ++i) {
    socket.connectToServer("name");
    if (socket.waitForConnected(300))
      return true;
    QThread::sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

bool run(const QString &tool) {
  for (int i = 0; i < 3; ++i) {
    QProcess process;
    process.start(tool, QStringList());
    if (process.waitForStarted() && process.waitForFinished() && process.exitCode() == 0)
      return true;
    QThread::sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

// Waits on until the one process is done.
void finish(QProcess &process) {
  process.start("make", QStringList());
  while (!process.waitForFinished(1000))
    qDebug() << "still running";
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

// Whoever sits in front of the dialog decides.
bool openWithUser(QSqlDatabase &db, QWidget *window) {
  while (!db.open()) {
    QMessageBox box(QMessageBox::Warning, "Database", "It is away. Again?",
                    QMessageBox::Retry | QMessageBox::Cancel, window);
    if (box.exec() != QMessageBox::Retry)
      return false;
  }
  return true;
}

void openAtLast(QSqlDatabase &db, QWidget *window) {
  while (!db.open())
    QMessageBox::critical(window, "Database", "It is away.");
}
