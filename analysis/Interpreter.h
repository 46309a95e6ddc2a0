// Runs one function against a dependency that misbehaves, and watches.
//
// The walk is over clang's CFG, one element at a time, on abstract values. A
// condition that cannot be decided is tried both ways in the first round; later
// rounds repeat the answer ("the server keeps failing the same way"), so a path
// is one steady behaviour of the dependency and the environment.
#ifndef RETRYLINT_ANALYSIS_INTERPRETER_H
#define RETRYLINT_ANALYSIS_INTERPRETER_H

#include "analysis/ApiIndex.h"
#include "analysis/CallbackGraph.h"
#include "analysis/Counters.h"
#include "analysis/FunctionGraph.h"
#include "analysis/Headers.h"
#include "analysis/Limits.h"
#include "analysis/Parameters.h"
#include "analysis/Path.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include <deque>

namespace retrylint {

/// Whether attempts throw, where somebody catches.
enum class Throwing { Never, Possibly, Always };

/// What a run watches, and what it supposes.
struct Scenario {
  /// The call (or construction) that is being attempted.
  const clang::Expr *Attempt = nullptr;
  /// The call in the function itself that leads to it.
  const clang::Expr *Top = nullptr;
  /// The loop whose passes are the rounds; null: every attempt is a round.
  const clang::Stmt *Loop = nullptr;
  /// Begin before that loop, and not where the function begins: what it depends
  /// on is then not known.
  bool FromLoop = false;
  /// Known parts of the outcome: "ret" is 0, "http" is 404, or 400 to 403.
  std::map<std::string, Value> Bindings;
  Throwing Throws = Throwing::Possibly;
  unsigned Rounds = limits::Rounds;
  unsigned Steps = limits::Steps;
  unsigned BlindSteps = limits::BlindSteps;
  /// Expressions that leave an event when they are evaluated; an assignment
  /// only if what it assigns is true, or false, where that is said.
  std::map<const clang::Stmt *, std::optional<bool>> Watch;
  /// Set: what is to be called later is called when the function has returned.
  const CallbackGraph *Callbacks = nullptr;
  /// The functions that lead back to themselves.
  const CallbackGraph::Cycle *Cycle = nullptr;
};

struct RunResult {
  std::vector<Path> Paths;
  bool Complete = true;
  /// Where it was not: the first attempt of each way that was not walked to its
  /// end.
  std::vector<Path> Unfinished;
  bool Repeats = false; // some path attempts the same again
  bool MovesOn = false; // many did not, and the rest were not walked
  bool Unasked = false; // it was attempted, and nobody asked how that ended
  /// Progress comparisons that end the cycle when their answer changes.
  std::map<const clang::Stmt *, bool> Bounds;
  /// Those of which this could not be found out.
  std::set<const clang::Stmt *> OpenBounds;
  /// How it ends when a bound that is not known has been reached.
  std::vector<Path> GaveUp;
  /// Constants that a part of the outcome was compared with.
  std::map<std::string, std::vector<double>> Compared;
  std::map<std::string, const clang::Expr *> ComparedAt;
  std::map<std::string, StatusDomain> Domains;
  /// Parts that tell of one failure only, by the API model.
  std::map<std::string, std::string> Failures;
  /// Which values of a part mean success, by the API model.
  std::map<std::string, SuccessWhen> Successes;
  /// The parts of the outcome that the function looked at.
  std::map<std::string, SymbolInfo> Parts;
};

struct CallParts;
struct OpaqueCall;
struct WaitEffect;

struct Frame {
  const clang::FunctionDecl *Function = nullptr;
  const FunctionGraph *Graph = nullptr;
  const clang::CFGBlock *Block = nullptr;
  unsigned Next = 0;
  const clang::Expr *CallSite = nullptr;
  LocationId This = 0;
  unsigned Id = 0;
  llvm::DenseMap<const clang::Stmt *, Value> Values;
  /// a || b, where a was enough.
  llvm::DenseMap<const clang::Stmt *, bool> Decided;
  llvm::DenseMap<const clang::ValueDecl *, LocationId> References;
};

/// What a handle was given for the sends to come.
struct Loan {
  LocationId Handle = 0, Object = 0;
  TouchKind How = TouchKind::Appended;
  bool operator==(const Loan &) const = default;
};

/// What the event loop will call.
struct PendingCall {
  const clang::Expr *Site = nullptr; // the call that arranged it
  LocationId Closure = 0;
  const clang::LambdaExpr *Lambda = nullptr; // made after it was arranged
  LocationId Object = 0; // the timer, as far as there is one
  bool OfAttempt = false;
  bool Timer = false;
  Value Amount; // of a timer, in seconds
  double Due = 0;
  const clang::Expr *Written = nullptr;
  bool UnitKnown = true;
  /// What it is called with, as far as it is known.
  std::vector<std::pair<Passed, Value>> With;
  bool TypesTell = true;
  Value Own; // what the program passes through, as a void *
  const CallbackEffect *How = nullptr;
  std::string Event; // it is called only if this happens
};

/// When something happened last to an object: a symbol of its own each time.
using Times = llvm::SmallVector<std::pair<LocationId, SymbolId>, 0>;

struct State {
  std::vector<Frame> Frames;
  /// Calls that told an object what to call.
  llvm::SmallVector<const clang::Expr *, 0> Told;
  Memory Mem;
  Path Trace;
  /// Answers to undecidable conditions; those about the attempt's outcome
  /// apart.
  llvm::DenseMap<const clang::Stmt *, int> Decisions, OutcomeDecisions;
  /// How often a question got the same answer, and what Turns was then.
  struct Repeated {
    unsigned Times = 0, Counted = 0, Turns = 0;
  };
  llvm::DenseMap<const clang::Stmt *, Repeated> Repeats;
  /// Operands of comparisons that need no answer, and how often they moved.
  struct Counter {
    Value A, B;
    size_t Events = 0; // of the path, when it moved last
    unsigned Times = 0;
  };
  llvm::DenseMap<const clang::Stmt *, Counter> Counted;
  unsigned Turns = 0;
  llvm::DenseMap<const clang::Stmt *, std::pair<Value, Value>> LastOperands;
  std::set<LocationId> Escaped;
  /// Containers in which things have changed places, and since when; and
  /// objects that were told what became of something that they chose.
  Times Moved, Informed;
  std::vector<Loan> Loans;
  /// What the function itself gave to the helper that is running.
  std::vector<Value> GivenToHelper;
  std::vector<PendingCall> Pending;
  std::optional<PendingCall> Running;
  /// Callbacks since the last attempt, by where they were arranged.
  llvm::DenseMap<const clang::Expr *, unsigned> Called;
  /// Where the lambdas are that were made last.
  llvm::DenseMap<const clang::LambdaExpr *, LocationId> Lambdas;
  unsigned Serial = 0;
  double Clock = 1.7e9; // some day; 0 would look like "never"
  bool Inside = false;  // the watched loop
  bool Left = false;
  bool NewPass = true; // the loop has come round since the last attempt
  bool StopAtAttempt = false;
  /// Something else has been sent on what the last attempt was made on.
  bool Superseded = false;
  unsigned Answer = 0; // which of those that the attempt gave it began with
  unsigned Walked = 0, FirstAt = 0; // elements, in all and before the attempt
  unsigned Idle = 0;                // passes of the loop since the last attempt
  Value Own; // what the attempt made of this object, if it is a method of it
  Frame &top() { return Frames.back(); }
};

class Interpreter {
public:
  /// Headers are the names, in lower case, whose setting is watched.
  Interpreter(FunctionGraphs &Graphs, ApiIndex &Apis,
              llvm::ArrayRef<std::string> Headers = {})
      : Graphs(Graphs), Apis(Apis), Ctx(Graphs.context()), Headers(Headers) {}

  /// What the parameters of the function are that is run next.
  void suppose(KnownParameters Known) { Given = std::move(Known); }
  RunResult run(const clang::FunctionDecl &F, const Scenario &What);

  /// Elements interpreted in all runs so far.
  unsigned totalSteps() const { return TotalSteps; }
  /// What the last run knows of a symbol.
  const Pool &pool() const { return *ThePool; }

private:
  // Exploration.cpp: which way is walked next
  void execute(State S);
  void drain();
  State next();
  void followToAttempt();
  unsigned mostSteps() const;
  /// Puts an alternative aside; those about the outcome of the attempt come
  /// first.
  void later(State S, bool OfAttempt);
  /// A limit was met: what S may have led to is not known.
  void leaveUnfinished(const State &S);

  // Interpreter.cpp: control
  bool step(State &S); // false: the path has ended
  bool leaveBlock(State &S);
  bool enter(State &S, const clang::CFGBlock *B);
  /// False: this way the attempt is not met any more.
  bool leadsToAttempt(const State &S, const clang::CFGBlock &B);
  void finish(State &S, Path::EndKind End, const clang::Stmt *At);
  /// Parts of the first attempt's outcome that are known by now.
  std::map<std::string, Constraint> firstOutcome(const State &S) const;
  bool leaveFunction(State &S, Value Result, const clang::Stmt *At);
  void noteVerdict(State &S, const clang::FunctionDecl &F, const Value &Says);
  bool raise(State &S, const clang::Stmt *At, clang::QualType Thrown);
  void catchInto(State &S, const clang::CXXCatchStmt &Catch);
  bool toHandler(State &S, const clang::CFGBlock *Dispatch,
                 const clang::Stmt *At, clang::QualType Thrown);
  void pushFrame(State &S, const clang::FunctionDecl &F, const FunctionGraph &G,
                 const clang::Expr *Call, LocationId This);
  bool switchTo(State &S, const clang::SwitchStmt &Switch);

  // Choices.cpp: conditions
  static bool repeats(State &S, const clang::Stmt &Question);
  bool inInnerLoop(State &S, const clang::Stmt &E) const;
  bool asksForNext(State &S, const clang::Stmt &E) const;
  void change(State &S, SymbolId Known, const clang::Stmt *At);
  bool turns(State &S, const clang::Stmt &E, const Value &A, const Value &B);
  /// Decides `A R B` at E, trying both answers where it must.
  bool choose(State &S, const clang::Stmt *E, const Value &A, Relation R,
              const Value &B);
  const clang::FunctionDecl *stepBehind(const Value &V) const;
  bool isPossible(const State &S, SymbolId Symbol) const;
  bool truth(State &S, const clang::Stmt *E, const Value &V);
  void noteProgress(State &S, const clang::Stmt *E, const Value &A, Relation R,
                    const Value &B, bool Answer);
  bool drained(const Value &Before, const Value &Now) const;
  bool advances(State &S, const clang::Stmt *E, const Value &Before,
                const Value &Now, bool Counter);
  void noteComparison(const Value &A, const Value &B, const clang::Stmt *At);

  // Expressions.cpp
  void evaluate(State &S, const clang::Stmt *St);
  void declare(State &S, const clang::VarDecl &V);
  void initialize(State &S, LocationId L, clang::QualType T,
                  const clang::Expr *Init);
  /// The same, of an object that nothing is known of.
  void fill(State &S, LocationId L, clang::QualType T, const clang::Expr *Init);
  /// A base class is a part of the object that has no place of its own.
  void fillBase(State &S, LocationId L, clang::QualType Base,
                const clang::Expr *Init);
  Value eval(State &S, const clang::Expr *E);
  Value valueOf(State &S, const clang::Expr *E);
  Value evalUnary(State &S, const clang::UnaryOperator &U);
  void storeConstant(State &S, LocationId L, clang::QualType T,
                     const clang::APValue &V);
  /// What one answer leaves of a number that is somewhere in a range.
  void narrow(State &S, const clang::Stmt *Asked, const Value &A, Relation R,
              const Value &B);
  std::optional<Value> evalAtomic(State &S, const clang::AtomicExpr &A);
  Value evalBinary(State &S, const clang::BinaryOperator &B);
  Value anyOf(clang::QualType T);
  Value evalCast(State &S, const clang::CastExpr &C);
  Value evalMember(State &S, const clang::MemberExpr &M);
  Value evalElement(const Value &Base, const Value &Index,
                    const clang::Expr *At);
  std::optional<Value> constant(const clang::Expr *E);
  std::optional<Value> computeConstant(const clang::Expr *E) const;

  // Arithmetic.cpp
  Value arithmetic(State &S, clang::BinaryOperatorKind Op, const Value &A,
                   const Value &B, bool Integers, clang::QualType T);
  Value computed(State &S, clang::BinaryOperatorKind Op, const Value &A,
                 const Value &B, bool Integers, clang::QualType T);
  std::optional<double> residue(const State &S, const Value &A,
                                double By) const;
  Value compare(State &S, const clang::Expr *E, Relation R, const Value &First,
                const Value &Second);

  // Storage.cpp
  LocationId variable(State &S, const clang::ValueDecl &V);
  LocationId pointee(const Value &Pointer, const clang::Expr *At);
  LocationId temporary(State &S, const clang::Stmt *E);
  LocationId place(State &S, const clang::Expr *E, const Value &V);
  Value load(State &S, LocationId L, clang::QualType T);
  void copyObject(State &S, LocationId To, LocationId From, clang::QualType T);
  /// An object as one value, even if it is a class.
  Value whole(State &S, LocationId L, clang::QualType T);
  const clang::APValue *constantAt(LocationId L);
  std::optional<Value> character(const State &S, LocationId L);
  /// A container that is made of a list of constants and never changes.
  void recallTable(State &S, const clang::VarDecl &V);
  bool startsAsDeclared(const clang::FieldDecl &F) const;
  Value derive(State &S, const Value &Parent, llvm::StringRef Suffix,
               clang::QualType T, const clang::Decl *Source,
               LocationId Place = 0, SymbolId Since = 0);
  Value unknown(clang::QualType T, unsigned Taints, SymbolInfo Info = {});

  // Calls.cpp: dispatch, bodies, and what the rest may change
  void call(State &S, const clang::Expr *E);
  CallParts partsOf(State &S, const clang::Expr *E);
  bool follow(State &S, const clang::Expr *E, const CallParts &C);
  std::vector<Value> inputs(State &S, const CallParts &C);
  std::vector<LocationId> places(State &S, const CallParts &C);
  std::vector<std::pair<LocationId, Value>> within(const State &S,
                                                   const CallParts &C) const;
  /// A symbol for what the call is given, as it is now.
  SymbolId given(State &S, const CallParts &C, unsigned First = 0);
  bool copiesText(const CallParts &C);
  /// Nothing of what was at L before is left.
  bool overwrites(const CallParts &C, LocationId L);
  LocationId textAround(LocationId L) const;
  /// A chain of << that ends in a log stream.
  bool logsToStream(const clang::Expr *E, const CallParts &C);
  bool mayBeSeen(const State &S, LocationId Root) const;
  /// Not a variable of a function that runs: others find there what is stored.
  bool outlives(LocationId L) const;
  void invalidate(State &S, const CallParts &C, const clang::Expr *E,
                  bool Varies);
  void event(State &S, EventKind K, const clang::Expr *E,
             const clang::FunctionDecl *Callee);
  void wait(State &S, const clang::Expr *E, const CallParts &C, Value Amount,
            unsigned Arg, bool UnitKnown, const ApiFunction *Model = nullptr);
  void log(State &S, const clang::Expr *E, const CallParts &C);
  /// Writing to what outlives the function may tell somebody.
  void noteWrite(State &S, LocationId L, const clang::Expr *E);

  // Containers.cpp: what moves in them
  bool swap(State &S, const clang::Expr *E, const CallParts &C);
  void noteMoves(State &S, const CallParts &C);
  void note(Times &When, LocationId Object);
  /// 0: never.
  static SymbolId lastOf(const Times &When, LocationId Object);
  /// When things moved last in the container whose element the call gives.
  SymbolId movedFor(const State &S, const CallParts &C) const;

  // OpaqueCalls.cpp: what nobody looks into
  Value opaque(State &S, const clang::Expr *E, const CallParts &C,
               bool Quiet = false);
  OpaqueCall seenOf(const State &S, const clang::Expr *E, const CallParts &C);
  void act(State &S, const clang::Expr *E, const CallParts &C,
           const OpaqueCall &O);
  Value answerOf(State &S, const CallParts &C, OpaqueCall &O);
  Value computed(State &S, const CallParts &C, OpaqueCall &O);
  bool dependsOnOutcomeAlone(const State &S, const CallParts &C,
                             const OpaqueCall &O);
  std::optional<Value> numberFrom(State &S, const CallParts &C,
                                  const OpaqueCall &O);
  Value referredTo(const clang::Expr *E, const CallParts &C,
                   const OpaqueCall &O, const Value &Given);
  std::string textOf(State &S, const CallParts &C, bool OfOutcome = false);
  Value onlyNumberIn(State &S, const CallParts &C);
  std::optional<Value> lengthAwaited(State &S, const CallParts &C);
  Value timeFrom(State &S, const clang::FunctionDecl &Clock);
  bool mayFail(State &S, const clang::Expr *E, const CallParts &C);
  /// What it said of the attempt is gone.
  void forgetErrno(State &S);

  // Attempts.cpp
  /// E is the attempt, or the same call written elsewhere: a first try before
  /// the loop.
  bool isAttempt(const clang::Expr *E);
  bool attempt(State &S, const clang::Expr *E, const CallParts &C);
  /// How often a path is worth going round: long rounds are soon understood.
  unsigned mostRounds(const State &S) const;
  const ApiFunction *callsBack(const State &S, const CallParts &C);
  /// Without what they refer to.
  Operands plainOperands(State &S, const CallParts &C);
  Operands operandsOf(State &S, const CallParts &C);
  bool isGivenSince(const State &S, const Value &Object, size_t Since) const;
  const Value *elementAround(const State &S, LocationId Part) const;
  Value outcome(State &S, const std::string &Key, clang::QualType T,
                const clang::Decl *Source, StatusDomain Domain);

  // Touches.cpp: what the next attempt would find changed
  void touch(State &S, LocationId Object, TouchKind How, const clang::Expr *At,
             bool ByAttempt);
  void touches(State &S, const clang::Expr *E, const CallParts &C,
               bool ByAttempt);
  void touchMoved(State &S, const clang::Expr *E, const CallParts &C);
  void lend(State &S, const ApiFunction &A, const CallParts &C);
  LocationId placeOf(const Place &P, const CallParts &C);
  void touchCaptured(State &S, const clang::Expr *Callback,
                     const clang::Expr *At);

  // LaterOutcomes.cpp: what tells afterwards how the attempt ended
  /// Another send on the same handle: what the handle tells is about that one.
  void supersede(State &S, const ApiFunction &A, const CallParts &C);
  bool isOfAttempt(State &S, const Place &P, const CallParts &C);
  void writeOutcome(State &S, const Place &P, const CallParts &C,
                    const std::string &Key);
  std::optional<Value> laterOutcome(State &S, const clang::Expr *E,
                                    const CallParts &C, const ApiFunction &A);
  /// A handler would take what is thrown there.
  static bool isGuarded(const State &S, const clang::Expr &E);
  bool throwsOutcome(State &S, const clang::Expr *E);

  // ModelledCalls.cpp
  bool applies(const State &S, const ApiFunction &A, const CallParts &C);
  std::optional<Value> modelled(State &S, const clang::Expr *E,
                                const CallParts &C);
  std::optional<Value> statusQuery(State &S, const clang::Expr *E,
                                   const CallParts &C);
  std::optional<Value> codeComparison(State &S, const clang::Expr *E);
  Value waitAmount(State &S, const WaitEffect &W, const CallParts &C);
  Value randomIn(const Value &Low, const Value &High, clang::QualType T);

  // HeaderEvents.cpp
  void header(State &S, const clang::Expr *E, const clang::FunctionDecl *Callee,
              llvm::StringRef Name, SymbolId Given);
  SymbolId madeOf(const Value &V, LocationId Place);
  void noteHeader(State &S, const clang::Expr *E, CallParts &C);
  /// A whole line that was put together before: "Name: " and a value.
  void noteLine(State &S, const clang::Expr *E, const CallParts &C);
  llvm::StringRef beginning(const Value &V, unsigned Depth = 0) const;
  /// request->idempotency_key = text
  void noteKeyMember(State &S, const clang::BinaryOperator &B, const Value &V);
  /// make_key(request->idempotency_key)
  void noteKeyOutput(State &S, const clang::Expr *E, const CallParts &C);

  // NewKeys.cpp: keys that are made are there
  bool soundsLikeNewKey(const clang::FunctionDecl &F, const CallParts &C);
  bool holdsKey(SymbolId S, unsigned Depth = 0) const;
  std::optional<bool> isZeroForKey(SymbolId S) const;
  void supposeKey(State &S, const Value &V) const;

  // Closures.cpp: functions as values
  LocationId function(const clang::FunctionDecl &F);
  Value lambda(State &S, const clang::LambdaExpr &L);
  /// The function that the callable at L runs, or null.
  const clang::FunctionDecl *codeAt(const State &S, LocationId L) const;
  /// The callable that an argument is, or 0.
  LocationId callable(State &S, const clang::Expr *E, const Value &V);
  void makeClosure(State &S, LocationId At, const clang::FunctionDecl &F,
                   LocationId This);
  std::optional<Value> makesCallback(State &S, const clang::Expr *E,
                                     const CallParts &C);
  std::optional<Value> pointer(State &S, const clang::Expr *E,
                               const CallParts &C);
  LocationId selfOf(State &S, LocationId Closure);
  void bindCaptures(State &S, LocationId Closure);
  /// The arguments of a call to it, those that are bound included.
  std::vector<Value> boundArguments(State &S, LocationId Closure,
                                    std::vector<Value> Given);
  bool callThrough(State &S, const clang::Expr *E, const CallParts &C);

  // SmartPointers.cpp: the pointer that an object owns
  std::optional<Value> owned(State &S, const clang::Expr *E,
                             const CallParts &C);

  // Callbacks.cpp: what is called later
  std::optional<unsigned> callbackOf(State &S, const CallParts &C,
                                     const CallbackEffect &How);
  /// False: nobody is called back.
  bool arrange(State &S, const clang::Expr *E, const CallParts &C,
               const CallbackEffect &How, const WaitEffect *Wait,
               bool OfAttempt);
  bool arrangeUnknown(State &S, const clang::Expr *E, const CallParts &C,
                      bool OfAttempt);
  void cancel(State &S, LocationId Object);
  LocationId objectAt(const CallParts &C, const Place &P);
  const clang::Expr *objectIn(const CallParts &C, const Place &P);
  bool nextCallback(State &S, const Value &Returned, const clang::Stmt *At);
  bool start(State &S, PendingCall Next);
  Value succeeded(State &S, clang::QualType T, const clang::Decl *Source);

  // Optionals.cpp: what is in an optional that was made here
  std::optional<Value> optional(State &S, const clang::Expr *E,
                                const CallParts &C);
  std::optional<Value> makeOptional(State &S, const CallParts &C);
  void setOptional(State &S, LocationId Object, const clang::Expr *Arg,
                   const Value &V);

  // Tables.cpp: what is looked for in a list of constants
  std::optional<Value> lookUp(State &S, const clang::Expr *E,
                              const CallParts &C);
  /// Where V stands among the elements, their number if it does not; every
  /// answer is tried.
  long placeIn(State &S, const clang::Expr *E, const Value &V,
               llvm::ArrayRef<double> Elements,
               llvm::function_ref<Value(State &, long)> Found);
  bool isElement(const State &S, LocationId L);

  // StandardCalls.cpp: what the language's own libraries compute
  std::optional<Value> standard(State &S, const clang::Expr *E,
                                const CallParts &C);
  std::optional<Value> iterate(State &S, const clang::CXXOperatorCallExpr &E,
                               const CallParts &C);
  std::optional<Value> compareOrder(State &S,
                                    const clang::CXXOperatorCallExpr &E);
  std::optional<Value> timeArithmetic(State &S, const clang::Expr *E,
                                      const CallParts &C);
  std::optional<Value> construct(State &S, const clang::CXXConstructExpr &E,
                                 const CallParts &C);
  Value untilItMeets(State &S, const clang::Expr *E, const Value &Growing,
                     const Value &Cap);
  bool continuesAttempt(State &S, const CallParts &C);
  /// Drawn from the numbers that a call is given: 0 to one, or between two.
  Value drawn(State &S, const CallParts &C, clang::QualType T);
  /// The end of the range that a member draws from since it was made.
  Value declaredBound(const State &S, LocationId Object, unsigned Arg);

  KnownParameters Given;
  FunctionGraphs &Graphs;
  ApiIndex &Apis;
  clang::ASTContext &Ctx;
  std::unique_ptr<Pool> ThePool;
  const Scenario *What = nullptr;
  const clang::FunctionDecl *Analysed = nullptr;
  RunResult Result;
  std::vector<State> Work;
  std::deque<State> Urgent;    // about the outcome of the attempt
  std::deque<State> Early;     // what the loop asks before the first attempt
  std::vector<unsigned> Spent; // elements walked for each answer
  bool FairTurn = false;
  bool OnlyToAttempt = false; // attempts are not made any more
  Value rejoin(const Value &Seconds, const Value &Fraction) const;
  unsigned Beginnings = 0;
  unsigned Moves = 0; // attempts that were made for something else next
  unsigned Seen = 0;  // steps when the first attempt was made
  bool Asked = false; // somebody has asked how an attempt ended
  std::map<const clang::Stmt *, State> Flips;
  Counters Counts;
  /// The same in all runs.
  llvm::DenseMap<const clang::Expr *, std::optional<Value>> Constants;
  /// Functions that a handle calls with what a send brings or wants.
  std::map<std::pair<LocationId, TouchKind>, const clang::FunctionDecl *>
      Callbacks;
  llvm::DenseMap<const clang::CFGBlock *, std::optional<bool>> InLoop;
  /// Blocks from which the attempt is reached.
  llvm::DenseMap<const FunctionGraph *, llvm::BitVector> Leading;
  /// Fields that the analysed function writes to.
  llvm::DenseSet<const clang::FieldDecl *> Written;
  llvm::FoldingSetNodeID AttemptShape;
  llvm::ArrayRef<std::string> Headers;
  llvm::DenseMap<const clang::Expr *, HeaderWrite> HeaderWrites;
  /// The calls that bound arguments to a function, by number.
  std::vector<const clang::Expr *> Binders;
  unsigned Steps = 0, TotalSteps = 0;
  bool Raised = false; // the call that is being run has thrown
  bool Ended = false;  // set when evaluation of an element ended the path
};

} // namespace retrylint

#endif
