#include "analysis/Codes.h"
#include "analysis/Classification.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "analysis/SystemCodes.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace retrylint {

using namespace clang;

static StatusDomain domainOf(const RunResult &Run, const std::string &Key) {
  auto It = Run.Domains.find(Key);
  if (It != Run.Domains.end() && It->second != StatusDomain::None)
    return It->second;
  // A number that is compared with 200, 404 or 500 is an HTTP status.
  auto Info = Run.Parts.find(Key);
  auto Compared = Run.Compared.find(Key);
  if (Info == Run.Parts.end() || Compared == Run.Compared.end() ||
      Info->second.Type.isNull() ||
      !Info->second.Type.getNonReferenceType()->isIntegralOrEnumerationType() ||
      Info->second.Type->isBooleanType())
    return StatusDomain::None;
  auto Is = [](double C) { return C >= 100 && C <= 600; };
  // Those in use, and the ends of their classes. 256 and 512 are sizes.
  auto InUse = [](double C) {
    int Class = C / 100, Rest = static_cast<int>(C) % 100;
    return Class >= 2 && (Rest <= 31 || Rest == 51 || Rest == 99) &&
           !(Class == 5 && Rest > 11 && Rest != 99);
  };
  // 0 and -1 stand for "no answer".
  auto MayBe = [&](double C) { return Is(C) || C == 0 || C == -1; };
  // 100 alone is as likely a percentage.
  bool Http = llvm::all_of(Compared->second, MayBe) &&
              llvm::any_of(Compared->second,
                           [&](double C) { return Is(C) && InUse(C); });
  return Http ? StatusDomain::Http : StatusDomain::None;
}

bool isHttpStatus(const RunResult &Run, const std::string &Key) {
  return domainOf(Run, Key) == StatusDomain::Http;
}

bool readsHttpStatus(const RunResult &Run) {
  return llvm::any_of(Run.Compared, [&](const auto &E) {
    return domainOf(Run, E.first) == StatusDomain::Http;
  });
}

bool readsLibraryCode(const RunResult &Run) {
  return llvm::any_of(Run.Compared, [&](const auto &E) {
    auto Domain = Run.Domains.find(E.first);
    return Domain != Run.Domains.end() &&
           Domain->second != StatusDomain::Http &&
           llvm::any_of(E.second, [](double C) { return C != 0; });
  });
}

bool answerMayBeLost(llvm::ArrayRef<RetriedCodes> Retried) {
  return llvm::any_of(Retried, [](const RetriedCodes &Codes) {
    return llvm::any_of(Codes.Known, [&](int Code) {
      auto Named = Codes.Names.find(Code);
      return Named != Codes.Names.end() &&
             (Named->second.Failure == "connection-reset" ||
              Named->second.Failure == "hang-up" ||
              Named->second.Failure == "network-timeout");
    });
  });
}

namespace {

/// What is given to the loop in turn.
struct Trial {
  std::set<int> Codes;
  std::vector<int> Success;
  std::map<int, NamedCode> Names;
};

/// No code of any library.
constexpr int SomethingElse = -12345;

Trial statusTrial(StatusDomain D, const Policy &P) {
  const auto &Lists =
      D == StatusDomain::Http ? P.Classification.Http : P.Classification.Grpc;
  Trial T;
  T.Codes.insert(Lists.Permanent.begin(), Lists.Permanent.end());
  T.Codes.insert(Lists.Retryable.begin(), Lists.Retryable.end());
  T.Success = {0};
  if (D == StatusDomain::Grpc)
    return T;
  T.Success = {200, 201, 202, 204};
  if (Lists.Other4xxPermanent)
    for (int C = 400; C <= 451; ++C) // what the registry of codes assigns
      if (C <= 418 || (C >= 421 && C <= 426) || C == 428 || C == 429 ||
          C == 431 || C == 451)
        T.Codes.insert(C);
  return T;
}

const EnumDecl *enumOf(const SymbolInfo &I) {
  return I.Type.isNull() ? nullptr : asEnumDecl(I.Type.getNonReferenceType());
}

/// The codes of a library, by the names that its model gives.
Trial namedTrial(const SymbolInfo &Part, StatusDomain D,
                 llvm::StringRef Library, const Policy &P) {
  Trial T;
  auto Add = [&](int Value, const ApiCode &Code) {
    T.Codes.insert(Value);
    T.Names.try_emplace(Value, NamedCode{Code.Name, Code.Failure});
  };
  if (const EnumDecl *E = enumOf(Part)) {
    bool Named = false;
    for (const EnumConstantDecl *C : E->enumerators()) {
      int Value = C->getInitVal().getExtValue();
      const ApiCode *Code = P.Apis.code(qualifiedName(*C));
      if (Code || (Code = P.Apis.code(C->getName())))
        Add(Value, *Code);
      if (namesSuccess(*C)) {
        Named = true;
        T.Success.push_back(Value);
      }
    }
    if (!Named)
      T.Success.push_back(0);
    return T;
  }
  T.Success = {0};
  for (const auto &Entry : P.Apis.codes()) {
    const ApiCode &Code = Entry.second;
    if (Code.Domain != D || Code.Restarts ||
        (D == StatusDomain::Sql && Code.Library != Library))
      continue;
    if (Code.Value)
      Add(*Code.Value, Code);
    else if (std::optional<int> Value = systemCode(Code.Name))
      Add(*Value, Code);
  }
  return T;
}

/// The result of the call itself, for success and for failure.
std::optional<double> resultFor(bool Succeeds, const SymbolInfo &Ret,
                                SuccessWhen When) {
  switch (When) {
  case SuccessWhen::Zero:
    return Succeeds ? 0 : -1;
  case SuccessWhen::Positive:
  case SuccessWhen::NonNegative:
    // Which descriptor it is does not matter.
    return Succeeds ? 1 : -1;
  case SuccessWhen::NonZero:
  case SuccessWhen::NonNull:
  case SuccessWhen::True:
    return Succeeds ? 1 : 0;
  case SuccessWhen::False:
    return Succeeds ? 0 : 1;
  default:
    break;
  }
  if (Ret.Type.isNull())
    return std::nullopt;
  if (Ret.Type->isBooleanType())
    return Succeeds ? 1 : 0;
  if (const EnumDecl *E = enumOf(Ret)) {
    for (const EnumConstantDecl *C : E->enumerators())
      if (namesSuccess(*C) && Succeeds)
        return C->getInitVal().getExtValue();
    return std::nullopt;
  }
  if (Ret.Type->isIntegerType())
    return Succeeds ? 0 : -1;
  return std::nullopt;
}

/// Splits codes, in their order, where they are compared with a constant: those
/// between two are probably treated alike.
std::vector<llvm::ArrayRef<int>> runsOf(llvm::ArrayRef<int> Codes,
                                        llvm::ArrayRef<double> Constants) {
  auto Above = [&](int Code) {
    return llvm::count_if(Constants, [&](double C) { return Code >= C; }) +
           llvm::count_if(Constants, [&](double C) { return Code > C; }) +
           // The classes of an HTTP status are told apart by a division.
           (Code >= 500);
  };
  std::vector<llvm::ArrayRef<int>> Runs;
  for (size_t From = 0, To; From < Codes.size(); From = To) {
    for (To = From + 1;
         To < Codes.size() && Above(Codes[To]) == Above(Codes[From]);)
      ++To;
    Runs.push_back(Codes.slice(From, To - From));
  }
  return Runs;
}

/// The run with one code met the same questions as the run with a range of
/// them: whatever answered a question there answers it for each of them.
bool sameWays(const RunResult &One, const RunResult &Range) {
  auto Same = [](const Path &A, const Path &B) {
    return A.rounds() == B.rounds() && A.End == B.End && A.EndAt == B.EndAt &&
           A.Events.size() == B.Events.size() &&
           llvm::equal(A.Choices, B.Choices,
                       [](const Choice &X, const Choice &Y) {
                         return X.Where == Y.Where && X.Taken == Y.Taken;
                       });
  };
  return One.Complete && Range.Complete &&
         llvm::equal(One.Paths, Range.Paths, Same);
}

void note(RetriedCodes &Codes, int Code, const RunResult &Trial) {
  switch (goesRound(Trial)) {
  case Certainty::Known:
    Codes.Known.push_back(Code);
    break;
  case Certainty::Possible:
    Codes.Possible.push_back(Code);
    break;
  case Certainty::Unknown:
    if (Trial.Complete)
      Codes.Ending.push_back(Code);
  }
}

class Tester {
public:
  Tester(Interpreter &Machine, const FunctionDecl &F, const Scenario &Base,
         const RunResult &Run, const Candidate &What, const Policy &P)
      : Machine(Machine), F(F), Base(Base), Run(Run), What(What), P(P) {}

  std::optional<RetriedCodes> test(const std::string &Key,
                                   llvm::ArrayRef<double> Constants) {
    StatusDomain D = domainOf(Run, Key);
    auto Part = Run.Parts.find(Key);
    if (Part == Run.Parts.end())
      return std::nullopt;
    auto Only = Run.Failures.find(Key);
    bool Status = D == StatusDomain::Http || D == StatusDomain::Grpc;
    Trial T = Status ? statusTrial(D, P)
                     : namedTrial(Part->second, D,
                                  What.Model ? What.Model->Library : "", P);
    if (Only != Run.Failures.end()) {
      const auto *Source = dyn_cast_or_null<NamedDecl>(Part->second.Source);
      T = {{1},
           {0},
           {{1, {Source ? Source->getNameAsString() : Key, Only->second}}}};
    } else if (llvm::all_of(Constants, [&](double C) {
                 return C == 0 || (!Status && llvm::is_contained(T.Success, C));
               })) {
      return std::nullopt; // knows success from failure, and no code
    }
    if (T.Codes.empty())
      return std::nullopt;
    Scenario Answers = suppose(Key, D, Only == Run.Failures.end());
    auto Try = [&](const Value &Answer) {
      Answers.Bindings[Key] = Answer;
      return Machine.run(F, Answers);
    };
    // Some success must leave, or it does not decide by this. errno is looked
    // at after a failure only.
    bool Thrown = Answers.Throws == Throwing::Always;
    if (!Thrown && Key != "errno" && llvm::none_of(T.Success, [&](int Code) {
          return goesRound(Try(Value::number(Code))) == Certainty::Unknown;
        }))
      return std::nullopt;
    RetriedCodes Codes;
    Codes.Domain = D;
    Codes.Names = std::move(T.Names);
    if (auto At = Run.ComparedAt.find(Key); At != Run.ComparedAt.end())
      Codes.ReadAt = At->second->getSourceRange();
    std::vector<int> All(T.Codes.begin(), T.Codes.end());
    for (llvm::ArrayRef<int> Alike : runsOf(All, Constants)) {
      RunResult First = Try(Value::number(Alike.front()));
      note(Codes, Alike.front(), First);
      bool Same =
          Alike.size() > 1 &&
          sameWays(First, Try(Value::interval(Alike.front(), Alike.back())));
      for (int Code : Alike.drop_front())
        note(Codes, Code, Same ? First : Try(Value::number(Code)));
    }
    return Codes;
  }

private:
  /// What else holds when this part of the outcome tells of a failure.
  Scenario suppose(llvm::StringRef Key, StatusDomain D, bool IsCode) {
    Scenario Answers = Base;
    bool Thrown = Key.starts_with("thrown");
    Answers.Throws = Thrown ? Throwing::Always : Throwing::Never;
    Answers.Rounds = 2;
    Answers.Steps = limits::FirstSteps;
    // A status has arrived, so the transport worked; a code of the transport
    // says that nothing has.
    bool Arrived =
        D == StatusDomain::Http || D == StatusDomain::Grpc || !IsCode;
    for (const auto &[Other, OtherDomain] : Run.Domains) {
      if (Other == Key)
        continue;
      if (OtherDomain == StatusDomain::CurlCode && Arrived)
        Answers.Bindings[Other] = Value::number(0);
      if (OtherDomain == StatusDomain::Http && D == StatusDomain::CurlCode)
        Answers.Bindings[Other] = Value::number(0);
    }
    for (const auto &[Part, Info] : Run.Parts) {
      if (Part == Key)
        continue;
      if (Key.starts_with(Part))
        if (std::string Truth = Part + ".operator bool()";
            Run.Parts.count(Truth))
          Answers.Bindings[Truth] = Value::boolean(Arrived);
      // The same code in the words of another category.
      size_t At = Key.rfind(".code");
      if (At != llvm::StringRef::npos &&
          llvm::StringRef(Part).starts_with(Key.take_front(At + 5)))
        Answers.Bindings[Part] = Value::number(SomethingElse);
      if (Arrived && Part != "ret")
        if (const EnumDecl *E = enumOf(Info))
          for (const EnumConstantDecl *C : E->enumerators())
            if (namesSuccess(*C) && !Run.Domains.count(Part))
              Answers.Bindings.try_emplace(
                  Part, Value::number(C->getInitVal().getExtValue()));
    }
    if (auto Ret = Run.Parts.find("ret");
        Ret != Run.Parts.end() && !Key.starts_with("ret") && !Thrown)
      if (std::optional<double> Result = resultFor(
              Arrived, Ret->second,
              What.Model ? What.Model->Success : SuccessWhen::Unknown))
        Answers.Bindings.try_emplace("ret", Value::number(*Result));
    return Answers;
  }

  Interpreter &Machine;
  const FunctionDecl &F;
  const Scenario &Base;
  const RunResult &Run;
  const Candidate &What;
  const Policy &P;
};

} // namespace

Certainty goesRound(const RunResult &Run) {
  Certainty Sure = Certainty::Unknown;
  bool All = Run.Complete;
  for (const Path &P : Run.Paths) {
    if (P.rounds() < 2 || isOneShot(P)) {
      All &= P.Attempts.empty();
      continue;
    }
    bool Depends = llvm::any_of(P.Choices, [](const Choice &C) {
      return C.Round > 0 && C.Subject.has(TaintAttempt);
    });
    if (!Depends)
      return Run.Complete ? Certainty::Known : Certainty::Possible;
    Sure = Certainty::Possible;
  }
  // Whatever else the answer says.
  return All && Sure == Certainty::Possible ? Certainty::Known : Sure;
}

std::vector<RetriedCodes>
retriedCodes(Interpreter &Machine, const FunctionDecl &F, const Scenario &Base,
             const RunResult &Run, const Recognition &R, const Candidate &What,
             const Policy &P) {
  std::vector<RetriedCodes> All;
  Tester Test(Machine, F, Base, Run, What, P);
  bool ErrnoDecides = errnoDecides(Run, Machine.pool()); // of the last run
  for (const auto &[Key, Constants] : Run.Compared) {
    if (Key == "errno" && !ErrnoDecides)
      continue;
    if (std::optional<RetriedCodes> Codes = Test.test(Key, Constants))
      All.push_back(std::move(*Codes));
  }
  // A handler for one kind of exception is a comparison with it.
  for (const Path *Failing : R.Failing) {
    const auto *Catch =
        dyn_cast_or_null<CXXCatchStmt>(Failing->Attempts.front().Handler);
    const CXXRecordDecl *Class =
        Catch && !Catch->getCaughtType().isNull()
            ? Catch->getCaughtType().getNonReferenceType()->getAsCXXRecordDecl()
            : nullptr;
    const ApiCode *Code = Class ? P.Apis.code(qualifiedName(*Class)) : nullptr;
    if (!Code)
      continue;
    RetriedCodes Codes;
    Codes.Known = {0};
    Codes.Names[0] = {Class->getNameAsString(), Code->Failure};
    Codes.ReadAt = SourceRange(Catch->getBeginLoc());
    All.push_back(std::move(Codes));
  }
  return All;
}

} // namespace retrylint
