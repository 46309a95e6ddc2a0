#include "rules/ApiModelLoader.h"
#include "rules/Failures.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {
namespace {

constexpr unsigned MaxArgument = 31;
constexpr size_t MaxNames = 20000; // in a file
constexpr size_t MaxEntries = 64;  // of one name

constexpr std::pair<llvm::StringRef, WaitUnit> WaitUnits[] = {
    {"seconds", WaitUnit::Seconds},
    {"milliseconds", WaitUnit::Milliseconds},
    {"microseconds", WaitUnit::Microseconds},
    {"nanoseconds", WaitUnit::Nanoseconds},
    {"duration", WaitUnit::Duration},
    {"time-point", WaitUnit::TimePoint},
    {"timespec", WaitUnit::Timespec},
    {"timeval", WaitUnit::Timeval},
};

constexpr std::pair<llvm::StringRef, double> DurationUnits[] = {
    {"hours", 3600},        {"minutes", 60},        {"seconds", 1},
    {"milliseconds", 1e-3}, {"microseconds", 1e-6}, {"nanoseconds", 1e-9},
};

constexpr std::pair<llvm::StringRef, StatusDomain> Domains[] = {
    {"http", StatusDomain::Http},
    {"grpc", StatusDomain::Grpc},
    {"errno", StatusDomain::Errno},
    {"curl", StatusDomain::CurlCode},
    {"gai", StatusDomain::Gai},
    {"sql", StatusDomain::Sql},
    {"mysql", StatusDomain::Mysql},
    {"sqlite", StatusDomain::Sqlite},
    {"redis", StatusDomain::Redis},
    {"kafka", StatusDomain::Kafka},
    {"mosquitto", StatusDomain::Mosquitto},
    {"paho", StatusDomain::Paho},
    {"openssl", StatusDomain::OpenSsl},
    {"gnutls", StatusDomain::GnuTls},
    {"qt-network", StatusDomain::QtNetwork},
    {"qt-socket", StatusDomain::QtSocket},
    {"libssh2", StatusDomain::Libssh2},
    {"gio", StatusDomain::Gio},
    {"soup", StatusDomain::Soup},
    {"none", StatusDomain::None},
};

constexpr std::pair<llvm::StringRef, SuccessWhen> Successes[] = {
    {"zero", SuccessWhen::Zero},
    {"non-zero", SuccessWhen::NonZero},
    {"non-negative", SuccessWhen::NonNegative},
    {"positive", SuccessWhen::Positive},
    {"non-null", SuccessWhen::NonNull},
    {"truthy", SuccessWhen::True},
    {"falsy", SuccessWhen::False},
    {"never", SuccessWhen::Never},
};

constexpr std::pair<llvm::StringRef, CallbackEffect::Repeats> Repetitions[] = {
    {"once", CallbackEffect::Once},
    {"while-true", CallbackEffect::WhileTrue},
    {"until-stopped", CallbackEffect::UntilStopped},
};

constexpr std::pair<llvm::StringRef, RetryOption> RetryOptions[] = {
    {"attempts", RetryOption::Attempts},
    {"retries", RetryOption::Retries},
    {"initial-delay", RetryOption::InitialDelay},
    {"max-delay", RetryOption::MaxDelay},
    {"multiplier", RetryOption::Multiplier},
    {"service-config", RetryOption::ServiceConfig},
};

constexpr std::pair<llvm::StringRef, Protection> Protections[] = {
    {"verification", Protection::Verification},
    {"authentication", Protection::Authentication},
    {"encryption", Protection::Encryption},
};

void argument(Fields &F, llvm::StringRef Key, std::optional<unsigned> &Out) {
  F.integer(Key, Out, 0, MaxArgument);
}

void expectFailure(Fields &F, const std::string &Name) {
  F.expect(Name.empty() || isFailure(Name), {"failure"},
           "unknown failure " + yaml::quote(Name) +
               suggest(Name, FailureNames));
}

/// "return", "receiver", "errno" or "arg2".
std::optional<Place> readPlace(Fields &F, llvm::StringRef Key) {
  const yaml::Node *N =
      F.custom(Key, "place: return, receiver, errno, arg0, arg1, ...");
  if (!N)
    return std::nullopt;
  llvm::StringRef Text = N->Text;
  if (Text == "return")
    return Place{Place::Return};
  if (Text == "receiver")
    return Place{Place::Receiver};
  if (Text == "errno")
    return Place{Place::Errno};
  unsigned Index;
  if (Text.consume_front("arg") && !Text.getAsInteger(10, Index) &&
      Index <= MaxArgument)
    return Place{Place::Argument, Index};
  F.fail(*N, yaml::quote(N->Text) + " is no place, expected return, receiver, "
                                    "errno, or an argument: arg0, arg1, ...");
  return std::nullopt;
}

void readWait(Fields &F, std::optional<WaitEffect> &Out) {
  WaitEffect Wait;
  F.integer("arg", Wait.Arg, 0, MaxArgument);
  F.choice<WaitUnit>("unit", Wait.Unit, WaitUnits);
  F.boolean("wakes-early", Wait.WakesEarly);
  F.boolean("ends-on-signal", Wait.EndsOnSignal);
  F.boolean("for-readiness", Wait.ForReadiness);
  F.boolean("of-receiver", Wait.OfReceiver);
  F.require({"unit", "of-receiver"});
  Out = Wait;
}

void readSend(Fields &F, std::optional<SendEffect> &Out) {
  SendEffect Send;
  F.string("protocol", Send.Protocol);
  F.boolean("remote", Send.Remote);
  F.string("method", Send.Method);
  argument(F, "method-arg", Send.MethodArg);
  F.boolean("idempotent", Send.Idempotent);
  Send.Handle = readPlace(F, "handle");
  F.boolean("shows-headers", Send.ShowsHeaders);
  F.require({"protocol"});
  Out = Send;
}

/// What the parameters of a callback are: "arg2", "receiver", "outcome" or
/// "other".
void readPassed(Fields &F, std::vector<Passed> &Out) {
  std::vector<std::string> Words;
  F.strings("with", Words);
  for (llvm::StringRef Word : Words) {
    Passed P;
    unsigned Index = 0;
    bool Argument = Word.starts_with("arg") &&
                    !Word.drop_front(3).getAsInteger(10, Index) &&
                    Index <= MaxArgument;
    if (Argument)
      P = {Passed::Argument, Index};
    else if (Word == "receiver")
      P.What = Passed::Receiver;
    else if (Word == "outcome")
      P.What = Passed::Outcome;
    F.expect(Argument || P.What != Passed::Other || Word == "other", {"with"},
             yaml::quote(Word) +
                 " is nothing that a callback is given, expected "
                 "outcome, receiver, other, or an argument: "
                 "arg0, arg1, ...");
    Out.push_back(P);
  }
}

void readCallback(Fields &F, std::optional<CallbackEffect> &Out) {
  CallbackEffect Callback;
  argument(F, "arg", Callback.Arg);
  Callback.Of = readPlace(F, "of");
  F.strings("events", Callback.Events);
  F.strings("failure-events", Callback.FailureEvents);
  readPassed(F, Callback.With);
  F.number("success-value", Callback.SuccessValue, -1e18, 1e18);
  F.number("failure-value", Callback.FailureValue, -1e18, 1e18);
  F.choice<CallbackEffect::Repeats>("repeats", Callback.Again, Repetitions);
  Out = Callback;
}

void readBinding(Fields &F, std::optional<BindEffect> &Out) {
  BindEffect Bind;
  Bind.To = readPlace(F, "to").value_or(Place{});
  argument(F, "arg", Bind.Arg);
  argument(F, "event-arg", Bind.EventArg);
  readPassed(F, Bind.With);
  F.require({"to"});
  Out = Bind;
}

void readRandom(Fields &F, std::optional<RandomEffect> &Out) {
  RandomEffect Random;
  F.number("low", Random.Low, -1e18, 1e18);
  F.number("high", Random.High, -1e18, 1e18);
  argument(F, "low-arg", Random.LowArg);
  argument(F, "high-arg", Random.HighArg);
  F.boolean("of-receiver", Random.OfReceiver);
  F.expect(!Random.Low || !Random.High || *Random.Low <= *Random.High,
           {"low", "high"}, "'low' is above 'high'");
  Out = Random;
}

void readRetrySetting(Fields &F, RetrySetting &Out) {
  F.choice<RetryOption>("option", Out.Option, RetryOptions);
  F.choice<WaitUnit>("unit", Out.Unit, WaitUnits);
  F.require({"option"});
}

void readContext(Fields &F, std::optional<Context> &Out) {
  Context Read = Context::Synchronous;
  F.choice<Context>("context", Read, ContextNames);
  if (F.has("context"))
    Out = Read;
}

void readEffects(Fields &F, ApiFunction &Out) {
  F.map("waits", [&](Fields &F) { readWait(F, Out.Waits); });
  F.map("sets-wait", [&](Fields &F) { readWait(F, Out.SetsWait); });
  F.map("makes-duration", [&](Fields &F) {
    DurationEffect Duration;
    F.integer("arg", Duration.Arg, 0, MaxArgument);
    F.choice<double>("unit", Duration.Seconds, DurationUnits);
    F.require({"unit"});
    Out.MakesDuration = Duration;
  });
  F.map("sends", [&](Fields &F) { readSend(F, Out.Sends); });
  F.choice<SuccessWhen>("success", Out.Success, Successes);
  F.list("yields", [&](Fields &F) {
    StatusEffect Status;
    F.choice<StatusDomain>("status", Status.Domain, Domains);
    Status.From = readPlace(F, "from").value_or(Place{});
    F.string("failure", Status.Failure);
    Status.Of = readPlace(F, "of");
    F.require({"status"});
    expectFailure(F, Status.Failure);
    Out.Yields.push_back(Status);
  });
  F.boolean("rethrows", Out.Rethrows);
  F.map("calls-back", [&](Fields &F) { readCallback(F, Out.CallsBack); });
  F.map("binds-callback",
        [&](Fields &F) { readBinding(F, Out.BindsCallback); });
  Out.Cancels = readPlace(F, "cancels");
  F.boolean("makes-callback", Out.MakesCallback);
  F.boolean("gives-receiver", Out.GivesReceiver);
  F.map("random", [&](Fields &F) { readRandom(F, Out.Random); });
  F.string("sets-method", Out.SetsMethod);
  argument(F, "sets-method-arg", Out.SetsMethodArg);
  argument(F, "sets-header-arg", Out.SetsHeaderArg);
  argument(F, "reads-header-arg", Out.ReadsHeaderArg);
  F.string("reads-header", Out.ReadsHeader);
  F.choice<Protection>("weakens", Out.Weakens, Protections);
  F.choice<Protection>("restores", Out.Restores, Protections);
  F.boolean("reads-clock", Out.ReadsClock);
  F.boolean("logs", Out.Logs);
  F.boolean("makes-key", Out.MakesKey);
  F.boolean("copies-text", Out.Copies);
  F.integer("text-length", Out.TextLength, 0, 65535);
  F.string("secret", Out.Secret);
  argument(F, "secret-arg", Out.SecretArg);
  F.boolean("reports-error", Out.ReportsError);
  F.boolean("tells-restart", Out.TellsRestart);
  F.boolean("creates", Out.Creates);
  F.boolean("pure", Out.Pure);
  F.boolean("in-process", Out.InProcess);
  F.boolean("receives", Out.Receives);
  F.boolean("exits", Out.Exits);
  F.boolean("asks-stop", Out.AsksStop);
  F.boolean("stop-is-polled", Out.StopIsPolled);
  F.boolean("asks-budget", Out.AsksBudget);
  readContext(F, Out.RunsIn);
  F.map("retries", [&](Fields &F) {
    OwnRetries Own;
    F.integer("attempts", Own.Attempts, 1, 1000);
    Out.Retries = Own;
  });
  F.list("sets-retry", [&](Fields &F) {
    RetrySetting Setting;
    readRetrySetting(F, Setting);
    F.integer("arg", Setting.Arg, 0, MaxArgument);
    Out.SetsRetry.push_back(Setting);
  });
  Out.AppendsTo = readPlace(F, "appends-to");
  Out.Consumes = readPlace(F, "consumes");
  Out.Resets = readPlace(F, "resets");
  argument(F, "lends-sink", Out.LendsSink);
  argument(F, "lends-source", Out.LendsSource);
  argument(F, "lends-writer", Out.LendsWriter);
  argument(F, "lends-reader", Out.LendsReader);
  F.boolean("transacts", Out.Transacts);
}

void readNames(Fields &F, std::vector<std::string> &Names,
               std::vector<std::string> &Scopes) {
  F.stringOrStrings("name", Names);
  F.stringOrStrings("in", Scopes);
  F.require({"name"});
  if (Scopes.empty())
    Scopes.push_back("");
}

std::string scoped(llvm::StringRef Scope, llvm::StringRef Name) {
  return (Scope.empty() ? Name : Scope + "::" + Name).str();
}

void readMeaning(Fields &F, ApiFunction &Out) {
  F.boolean("macro", Out.Macro);
  F.list("when", [&](Fields &F) {
    Guard G;
    F.integer("arg", G.Arg, 0, MaxArgument);
    F.text("is", G.Is);
    F.stringOrStrings("begins", G.Begins);
    F.stringOrStrings("lacks", G.Lacks);
    F.string("receiver", G.Receiver);
    F.require({"arg", "receiver"});
    if (G.Receiver.empty())
      F.require({"is", "begins"});
    Out.When.push_back(G);
  });
  readEffects(F, Out);
}

void readFunction(Fields &F, ApiModels &Layer, llvm::StringRef Library) {
  std::vector<std::string> Names, Scopes;
  readNames(F, Names, Scopes);
  ApiFunction Function;
  Function.Library = Library.str();
  readMeaning(F, Function);

  // A short file can name a great many functions this way.
  if (Layer.all().size() + Names.size() * Scopes.size() > MaxNames)
    return F.fail("too many names, expected at most " + llvm::Twine(MaxNames) +
                  " in a file");
  for (const std::string &Scope : Scopes)
    for (const std::string &Name : Names) {
      Function.Name = scoped(Scope, Name);
      auto Known = Layer.all().find(Function.Name);
      if (Known != Layer.all().end() && Known->second.size() == MaxEntries)
        return F.fail("too many entries for " + yaml::quote(Function.Name) +
                      ", expected at most " + llvm::Twine(MaxEntries));
      Layer.add(Function);
    }
}

void readStatusType(Fields &F, ApiModels &Layer, llvm::StringRef Library) {
  std::vector<std::string> Names;
  ApiStatusType Type;
  Type.Library = Library.str();
  F.stringOrStrings("name", Names);
  F.choice<StatusDomain>("status", Type.Domain, Domains);
  F.stringOrStrings("ok", Type.Ok);
  F.stringOrStrings("error", Type.Error);
  F.stringOrStrings("code", Type.Code);
  F.stringOrStrings("inner", Type.Inner);
  F.string("calls-returning-send", Type.SendProtocol);
  F.string("calls-taking-send", Type.TakenBySend);
  readContext(F, Type.RunsIn);
  F.require({"name"});
  F.require({"ok", "error", "code"});
  for (const std::string &Name : Names) {
    Type.Name = Name;
    Layer.add(Type);
  }
}

void readCode(Fields &F, ApiModels &Layer, llvm::StringRef Library) {
  std::vector<std::string> Names;
  ApiCode Code;
  std::optional<int> Value;
  Code.Library = Library.str();
  F.stringOrStrings("name", Names);
  F.integer("value", Value, -65535, 65535);
  F.choice<StatusDomain>("status", Code.Domain, Domains);
  F.string("failure", Code.Failure);
  F.boolean("restarts", Code.Restarts);
  F.require({"name"});
  F.require({"status"});
  F.require({"failure", "restarts"});
  expectFailure(F, Code.Failure);
  F.expect(!Value || Names.size() == 1, {"value"},
           "one value for several names, expected one entry for each");
  if (Value)
    Code.Value = *Value;
  for (const std::string &Name : Names) {
    Code.Name = Name;
    Layer.add(Code);
  }
}

void readField(Fields &F, ApiModels &Layer, llvm::StringRef Library) {
  std::vector<std::string> Names;
  ApiField Field;
  Field.Library = Library.str();
  F.stringOrStrings("name", Names);
  readRetrySetting(F, Field.SetsRetry);
  F.require({"name"});
  for (const std::string &Name : Names) {
    Field.Name = Name;
    Layer.add(Field);
  }
}

} // namespace

llvm::StringRef nameOf(StatusDomain Domain) {
  return llvm::find_if(Domains, [&](auto &D) { return D.second == Domain; })
      ->first;
}

void readApiModels(Fields &F, ApiModels &Models, std::string Library) {
  F.string("library", Library);
  ApiModels Layer;
  F.list("functions", [&](Fields &F) { readFunction(F, Layer, Library); });
  F.list("status-types", [&](Fields &F) { readStatusType(F, Layer, Library); });
  F.list("codes", [&](Fields &F) { readCode(F, Layer, Library); });
  F.list("fields", [&](Fields &F) { readField(F, Layer, Library); });
  std::vector<std::string> Messages;
  F.strings("messages", Messages);
  for (const std::string &Type : Messages)
    Layer.addMessage(Type);
  std::vector<std::string> SingleUse;
  F.strings("single-use", SingleUse);
  for (const std::string &Name : SingleUse)
    Layer.addSingleUse(Name);
  Models.overlay(Layer);
  F.map("generic", [&](Fields &F) {
    GenericClients &Generic = Models.generic();
    F.strings("verbs", Generic.Verbs);
    F.strings("queries", Generic.Queries);
    F.strings("iterators", Generic.Iterators);
    F.strings("waits", Generic.Waits);
    F.strings("logs", Generic.Logs);
    F.strings("acks", Generic.Acks);
    F.strings("schedules", Generic.Schedules);
    F.strings("metrics", Generic.Metrics);
    F.strings("keys", Generic.Keys);
    F.strings("draws", Generic.Draws);
    F.strings("jitters", Generic.Jitters);
    F.strings("clocks", Generic.Clocks);
    F.strings("tidies", Generic.Tidies);
    F.strings("failures", Generic.Failures);
    F.strings("dialogs", Generic.Dialogs);
    F.strings("remote", Generic.Remote);
  });
}

llvm::Error readApiModels(llvm::StringRef Text, llvm::StringRef File,
                          ApiModels &Models) {
  llvm::Expected<yaml::Node> Root = yaml::parse(Text, File);
  if (!Root)
    return Root.takeError();
  FieldContext Context;
  Context.File = File.str();
  {
    Fields F(Context, &*Root);
    F.require({"library"});
    readApiModels(F, Models, "");
  }
  return Context.takeError();
}

std::vector<std::string> readFunctionNames(FieldContext &Context,
                                           const yaml::Node &Entry) {
  std::vector<std::string> Names, Scopes, All;
  ApiFunction Unused;
  Fields F(Context, &Entry);
  readNames(F, Names, Scopes);
  readMeaning(F, Unused);
  for (const std::string &Scope : Scopes)
    for (const std::string &Name : Names)
      All.push_back(scoped(Scope, Name));
  return All;
}

void readFunctionMeaning(FieldContext &Context, const yaml::Node &Entry,
                         ApiFunction &Out) {
  Fields F(Context, &Entry);
  readMeaning(F, Out);
}

std::vector<KeyInfo> apiModelKeys() {
  std::vector<KeyInfo> Keys;
  FieldContext Context;
  Context.Listing = &Keys;
  Fields F(Context, nullptr);
  ApiModels Unused;
  readApiModels(F, Unused, "");
  return Keys;
}

} // namespace retrylint
