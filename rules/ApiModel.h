// What the functions of a library mean to a retry: the data of
// rules/apis/*.yaml.
#ifndef RETRYLINT_RULES_APIMODEL_H
#define RETRYLINT_RULES_APIMODEL_H

#include "rules/Context.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace retrylint {

/// How a wait's length is written at the call. `Duration` and `TimePoint` are
/// read from the argument's own type (std::chrono, absl, boost).
enum class WaitUnit {
  Seconds,
  Milliseconds,
  Microseconds,
  Nanoseconds,
  Duration,
  TimePoint,
  Timespec,
  Timeval,
};

/// The kinds of status a call can yield. `Bool` is "succeeded or not".
enum class StatusDomain {
  None,
  Http,
  Grpc,
  Errno,
  CurlCode,
  Gai,
  Sql,
  Mysql,
  Sqlite,
  Redis,
  Kafka,
  Mosquitto,
  Paho,
  OpenSsl,
  GnuTls,
  QtNetwork,
  QtSocket,
  Libssh2,
  Gio,
  Soup,
};
/// The word for it in a model: "http".
llvm::StringRef nameOf(StatusDomain Domain);

/// Where a value is found at a call: the return value, the object the method is
/// called on, errno, or an argument.
struct Place {
  enum Kind { Return, Receiver, Errno, Argument } Where = Return;
  unsigned Index = 0;
};

/// A condition on a call: argument `Arg` is the constant `Is` ("null", a
/// number, a text, or the name of an enumerator or macro constant).
struct Guard {
  unsigned Arg = 0;
  std::string Is;
  /// Instead of `Is`: the text in the argument begins with one of these, and
  /// has none of those in it.
  std::vector<std::string> Begins, Lacks;
  /// Instead of all that: the class of the object that it is called on.
  std::string Receiver;
};

/// Which results mean that the call succeeded.
enum class SuccessWhen {
  Unknown,
  Zero,
  NonZero,
  NonNegative,
  Positive,
  NonNull,
  True,
  False,
  Never, // reports failure by exception only
};

struct WaitEffect {
  unsigned Arg = 0;
  WaitUnit Unit = WaitUnit::Seconds;
  /// May return before the time is over (a condition variable, poll on
  /// sockets).
  bool WakesEarly = false;
  /// A signal ends it.
  bool EndsOnSignal = false;
  /// Waits for a descriptor: the time is a limit, not a pause.
  bool ForReadiness = false;
  /// The length was given before, to the constructor of the receiver or to a
  /// method that sets its wait (a timer); `Arg` and `Unit` then mean nothing.
  bool OfReceiver = false;
};

/// Makes a duration of `Arg` times so many seconds (absl::Seconds).
struct DurationEffect {
  unsigned Arg = 0;
  double Seconds = 1;
};

struct SendEffect {
  std::string Protocol; // http, grpc, tcp, udp, dns, tls, sql, file, ...
  bool Remote = true;   // false: a local file, lock or device
  std::string Method;   // "POST"; empty if not fixed by the function
  std::optional<unsigned> MethodArg; // the argument that holds the method
  std::optional<bool> Idempotent;    // unset: decided by the method, or unknown
  bool ShowsHeaders = false;   // those of the answer can be read afterwards
  std::optional<Place> Handle; // whose options (sets-method...) apply
};

/// What one parameter of a callback is: an argument of the call that arranged
/// it, the object of that call, the outcome, or anything else.
struct Passed {
  enum Kind { Other, Outcome, Receiver, Argument } What = Other;
  unsigned Index = 0;
};

/// Calls somebody back: now or later, once or again and again. With `Waits`, a
/// timer; with `Sends`, when the operation has ended; alone, a queue of tasks.
struct CallbackEffect {
  /// The callback; unset: the first argument that can be called.
  std::optional<unsigned> Arg;
  /// Set: the callback was bound to this object before.
  std::optional<Place> Of;
  /// The events of that object that happen; none: whatever is bound to it.
  std::vector<std::string> Events;
  /// The same if the operation failed.
  std::vector<std::string> FailureEvents;
  /// The parameters of the callback; empty: told by their types.
  std::vector<Passed> With;
  /// What the outcome's parameter is, where the type does not tell.
  std::optional<double> SuccessValue, FailureValue;
  enum Repeats { Once, WhileTrue, UntilStopped } Again = Once;
};

/// Binds a callback to an object that calls it later.
struct BindEffect {
  Place To;
  std::optional<unsigned> Arg;      // as in CallbackEffect
  std::optional<unsigned> EventArg; // the argument that names the event
  std::vector<Passed> With;
};

struct StatusEffect {
  StatusDomain Domain = StatusDomain::None;
  Place From;
  std::string Failure; // what every value but success stands for
  /// Set: it tells of an attempt that was made on this, or gave it.
  std::optional<Place> Of;
};

/// What guards an exchange.
enum class Protection {
  None,
  Verification,   // of the other side's certificate
  Authentication, // of this side
  Encryption,
};

struct RandomEffect {
  // [Low, High) or [Low, High]; all unset: the call's own numbers tell.
  std::optional<double> Low, High;
  std::optional<unsigned> LowArg, HighArg;
  /// LowArg and HighArg count the arguments of the receiver's constructor
  /// (std::uniform_int_distribution), not those of the call.
  bool OfReceiver = false;
  bool open() const { return !Low && !High && !LowArg && !HighArg; }
};

/// What a setting of a library's own retries says.
enum class RetryOption {
  Attempts, // counting the first
  Retries,  // not counting the first
  InitialDelay,
  MaxDelay,
  Multiplier,
  ServiceConfig, // the JSON of a gRPC service config
};

/// Where such a setting is found, and in what unit if it is a delay.
struct RetrySetting {
  RetryOption Option = RetryOption::Attempts;
  unsigned Arg = 0;
  WaitUnit Unit = WaitUnit::Milliseconds;
};

/// The library repeats the call by itself, so often unless it is told
/// otherwise; without a number it is not known how often.
struct OwnRetries {
  std::optional<unsigned> Attempts;
};

/// One thing one function means. A function with several meanings, or with
/// meanings that depend on an argument, has several entries; for each meaning
/// the first entry whose guards hold decides, and those with more guards come
/// first.
struct ApiFunction {
  std::string Name; // qualified: "curl_easy_perform", "httplib::Client::Post"
  std::string Library;
  std::vector<Guard> When;
  /// The name is that of a macro, whatever it expands to.
  bool Macro = false;

  std::optional<WaitEffect> Waits;
  /// Sets how long a later wait on the receiver takes (a timer's expiry).
  std::optional<WaitEffect> SetsWait;
  std::optional<DurationEffect> MakesDuration;
  std::optional<SendEffect> Sends;
  SuccessWhen Success = SuccessWhen::Unknown;
  std::vector<StatusEffect> Yields;
  /// Gives what became of the attempt that it yields the status of, or throws
  /// what that threw (std::future::get).
  bool Rethrows = false;
  std::optional<CallbackEffect> CallsBack;
  std::optional<BindEffect> BindsCallback;
  /// Calls off what is to be called for this object (a timer).
  std::optional<Place> Cancels;
  /// Makes a callable of the one it is given; what follows it is bound.
  bool MakesCallback = false;
  /// Gives a pointer to the object that it is called on (shared_from_this).
  bool GivesReceiver = false;
  std::optional<RandomEffect> Random;
  /// Sets the HTTP method of the handle in argument 0 (or the receiver).
  std::string SetsMethod;                // "POST"
  std::optional<unsigned> SetsMethodArg; // or from this argument
  std::optional<unsigned> SetsHeaderArg; // "Name: value" or the header's name
  std::optional<unsigned> ReadsHeaderArg;
  std::string ReadsHeader; // when the function reads one header only
  /// Turns a protection off, or on again.
  Protection Weakens = Protection::None, Restores = Protection::None;
  bool ReadsClock = false;
  bool Logs = false;
  bool MakesKey = false;
  bool ReportsError = false;
  /// Says of another call that it is made again to go on where it was.
  bool TellsRestart = false;
  /// What it is given is in what it gives or changes, as text.
  bool Copies = false;
  /// At least so many characters are in the text that it gives.
  unsigned TextLength = 0;
  /// What it gives (or is, if the name is that of a member or class) is not for
  /// a log: "response body".
  std::string Secret;
  std::optional<unsigned> SecretArg; // it is given one
  /// Makes a resource: a new one each time, but of the same kind (socket()).
  bool Creates = false;
  /// Gives the same result for the same arguments and changes nothing.
  bool Pure = false;
  /// Works inside the process: never the operation that is retried.
  bool InProcess = false;
  /// Takes what comes next (recv, accept, getpass): another thing each time,
  /// and never the operation that is retried.
  bool Receives = false;
  /// Ends the process or never returns normally.
  bool Exits = false;
  /// Asks whether somebody wants this to stop (stop_token::stop_requested).
  bool AsksStop = false;
  /// Nothing tells when that changes, so that no wait can be woken by it.
  bool StopIsPolled = false;
  /// Asks whether one more retry may go ahead (a budget, a circuit breaker).
  bool AsksBudget = false;
  /// Code that calls this function, overrides it, or is handed to it as a
  /// callback runs in this context.
  std::optional<Context> RunsIn;
  std::optional<OwnRetries> Retries;
  std::vector<RetrySetting> SetsRetry;
  /// What the call leaves changed for the next one: longer, read on, or as new.
  std::optional<Place> AppendsTo, Consumes, Resets;
  /// Arguments that the handle in argument 0 (or the receiver) keeps for the
  /// sends to come: where the answer goes and where the request comes from, and
  /// the functions that do the writing and reading.
  std::optional<unsigned> LendsSink, LendsSource, LendsWriter, LendsReader;
  /// Begins or ends a transaction, which is all or nothing.
  bool Transacts = false;
};

/// A field that is a setting of a library's own retries.
struct ApiField {
  std::string Name; // "brpc::ChannelOptions::max_retry"
  std::string Library;
  RetrySetting SetsRetry; // `Arg` means nothing
};

/// A class that carries an outcome: `Ok` and `Code` are its methods or fields.
struct ApiStatusType {
  std::string Name; // "grpc::Status"
  std::string Library;
  StatusDomain Domain = StatusDomain::None;
  std::vector<std::string> Ok; // "ok": true means success
  std::vector<std::string>
      Error; // "operator bool" of std::error_code: true means failure
  std::vector<std::string> Code; // "error_code"
  /// Methods or fields that give the part that tells more, itself of a status
  /// type: `status` of absl::StatusOr, `operator->` of httplib::Result.
  std::vector<std::string> Inner;
  /// Set when a call that gives this type is a send, unless an entry says
  /// otherwise: "grpc" for the methods of a generated stub.
  std::string SendProtocol;
  /// The same for a call that has a pointer or a reference to it among its
  /// parameters: the methods of a protobuf stub, which take a controller.
  std::string TakenBySend;
  /// Where such a call is retried, unless something around it tells more.
  std::optional<Context> RunsIn;
};

/// A code of an API by name, and the kind of failure it stands for, in the
/// words of the policy ("tls-certificate", "connection-refused").
struct ApiCode {
  std::string Name; // "CURLE_PEER_FAILED_VERIFICATION"
  std::string Library;
  StatusDomain Domain = StatusDomain::None;
  std::optional<int> Value; // unset: differs between platforms (errno)
  std::string Failure;
  /// No failure: the call goes on when the socket is ready.
  bool Restarts = false;
};

/// The conservative model for clients that no file describes.
struct GenericClients {
  /// First or last words of a name that say "this talks to somebody".
  std::vector<std::string> Verbs;
  /// First words that ask and change nothing: polling, never an attempt.
  std::vector<std::string> Queries;
  /// First words of functions that hand out the next of several things.
  std::vector<std::string> Iterators;
  /// Words of functions that wait for the time they are given.
  std::vector<std::string> Waits;
  /// Words of functions that write a log line.
  std::vector<std::string> Logs;
  /// Words of functions that call what they are given later.
  std::vector<std::string> Schedules;
  /// Words of functions and classes that count, trace or report what happens.
  std::vector<std::string> Metrics;
  /// Words of functions that make a new key or id.
  std::vector<std::string> Keys;
  /// Words of functions and classes that draw a number: from 0 to the one they
  /// are given, or between two; and of those that change one by chance.
  std::vector<std::string> Draws, Jitters;
  /// Words of functions that say what time it is, and of those that tidy up.
  std::vector<std::string> Clocks, Tidies;
  /// Words of a log line that say that something failed.
  std::vector<std::string> Failures;
  /// Words of functions that tell a queue that a message is done with.
  std::vector<std::string> Acks;
  /// Words of functions and classes that ask who sits in front of the screen.
  std::vector<std::string> Dialogs;
  /// Words in a name or type that say that the other side is remote.
  std::vector<std::string> Remote;
};

/// Entries that are made when somebody asks for them.
class ApiSource {
public:
  /// The entries of exactly this name. They stay where they are.
  virtual llvm::ArrayRef<ApiFunction> functions(llvm::StringRef Name) const = 0;

protected:
  ~ApiSource() = default;
};

/// Every model that is loaded, indexed by qualified name.
class ApiModels {
public:
  /// Where to look for functions that are not described here.
  void setBase(const ApiSource *Source) { Base = Source; }
  void add(ApiFunction F);
  void add(ApiStatusType T);
  void add(ApiCode C);
  void add(ApiField F);
  void addMessage(llvm::StringRef Type) { Messages.insert(Type); }
  /// What `Layer` says about a name replaces what was said before.
  void overlay(const ApiModels &Layer);

  /// The entries of this name; if there are none, those of the closest
  /// enclosing scope: "a::B::f", "a::B::*", "a::*".
  llvm::ArrayRef<ApiFunction> functions(llvm::StringRef QualifiedName) const;
  const ApiStatusType *statusType(llvm::StringRef QualifiedName) const;
  const ApiCode *code(llvm::StringRef Name) const;
  const ApiField *field(llvm::StringRef QualifiedName) const;
  bool hasFields() const { return !Fields.empty(); }
  /// A class whose objects are messages: who is handed one handles events.
  bool isMessage(llvm::StringRef QualifiedName) const {
    return Messages.contains(QualifiedName);
  }
  /// An object of this class serves one attempt only.
  bool isSingleUse(llvm::StringRef QualifiedName) const {
    return SingleUse.contains(QualifiedName);
  }
  void addSingleUse(llvm::StringRef Name) { SingleUse.insert(Name); }
  const GenericClients &generic() const { return Generic; }
  GenericClients &generic() { return Generic; }
  /// The entries that were added here, without those of the base.
  const llvm::StringMap<std::vector<ApiFunction>> &all() const {
    return Functions;
  }
  const llvm::StringMap<ApiStatusType> &statusTypes() const { return Types; }
  const llvm::StringMap<ApiCode> &codes() const { return Codes; }

private:
  llvm::ArrayRef<ApiFunction> exactly(llvm::StringRef Name) const;
  const ApiSource *Base = nullptr;
  llvm::StringMap<std::vector<ApiFunction>> Functions;
  llvm::StringMap<ApiStatusType> Types;
  llvm::StringMap<ApiCode> Codes;
  llvm::StringMap<ApiField> Fields;
  llvm::StringSet<> Messages;
  llvm::StringSet<> SingleUse;
  GenericClients Generic;
};

} // namespace retrylint

#endif
