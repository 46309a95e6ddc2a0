// Timers, signals and slots.
// REQUIRES: qt5
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error -- -fPIC -I/usr/include/x86_64-linux-gnu/qt5 -I/usr/include/x86_64-linux-gnu/qt5/QtCore -I/usr/include/x86_64-linux-gnu/qt5/QtNetwork
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QTcpSocket>
#include <QTimer>

// singleShot with a lambda; the socket's signals were connected in the constructor.
class Link : public QObject {
public:
  Link() {
    connect(&socket_, &QTcpSocket::connected, this, &Link::ready);
    connect(&socket_, &QAbstractSocket::errorOccurred, this, [this] {
      QTimer::singleShot(3000, this, [this] { open(); }); // expect: retry-fixed-interval "3 s", retry-unbounded
    });
  }
  void open() { socket_.connectToHost("broker", 1883); }

private:
  void ready();
  QTcpSocket socket_;
};

// A timer that is told in the constructor what to call.
class Timed : public QObject {
public:
  Timed() {
    timer_->setSingleShot(true);
    connect(timer_, &QTimer::timeout, this, &Timed::dial);
    connect(&socket_, &QTcpSocket::connected, this, &Timed::up);
    connect(&socket_, &QAbstractSocket::errorOccurred, this, &Timed::down);
  }
  void dial() { socket_.connectToHost("db", 5432); }

private:
  void up();
  void down() {
    if (++tries_ < 5)
      timer_->start(1000); // expect: retry-fixed-interval "1 s"
  }
  int tries_ = 0;
  QTimer *timer_ = new QTimer(this);
  QTcpSocket socket_;
};

// A reply that failed is asked for again.
class Fetcher : public QObject {
public:
  void fetch() {
    QNetworkReply *reply = network_.get(QNetworkRequest(QUrl("http://inventory/state"))); // expect: retry-immediate, retry-unbounded
    connect(reply, &QNetworkReply::finished, this, [this, reply] {
      reply->deleteLater();
      if (reply->error() != QNetworkReply::NoError) {
        fetch();
        return;
      }
      use(reply->readAll());
    });
  }

private:
  void use(const QByteArray &body);
  QNetworkAccessManager network_;
};

// The same with a pause that doubles.
class Patient : public QObject {
public:
  void load() {
    QNetworkReply *reply = network_.get(request_);
    connect(reply, &QNetworkReply::finished, this, [this, reply]() {
      if (reply->error() == QNetworkReply::NoError)
        return done();
      if (attempt_ == 4)
        return failed();
      QTimer::singleShot(500 << attempt_++, this, &Patient::load); // expect: retry-missing-jitter "500 ms, 1 s, 2 s"
    });
  }

private:
  void done();
  void failed();
  int attempt_ = 0;
  QNetworkRequest request_;
  QNetworkAccessManager network_;
};

// Not a retry: polls, whatever the last answer was.
class Poller : public QObject {
public:
  void poll() {
    QNetworkReply *reply = network_.get(request_);
    connect(reply, &QNetworkReply::finished, this, [this, reply] {
      if (reply->error() == QNetworkReply::NoError)
        show(reply->readAll());
      QTimer::singleShot(60000, this, [this] { poll(); });
    });
  }

private:
  void show(const QByteArray &body);
  QNetworkRequest request_;
  QNetworkAccessManager network_;
};

// Not a retry: a clock.
class Clock : public QObject {
public:
  Clock() {
    connect(&timer_, &QTimer::timeout, this, [this] { ++seconds_; });
    timer_.start(1000);
  }

private:
  int seconds_ = 0;
  QTimer timer_;
};

// Not a retry: a failed connect is told and that is all.
class Once : public QObject {
public:
  Once() {
    connect(&socket_, &QTcpSocket::connected, this, &Once::ready);
    connect(&socket_, &QAbstractSocket::errorOccurred, this, &Once::tell);
    connect(&socket_, &QTcpSocket::disconnected, this, [this] { open(); });
  }
  void open() { socket_.connectToHost("broker", 1883); }

private:
  void ready();
  void tell();
  QTcpSocket socket_;
};
