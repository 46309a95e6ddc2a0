// Symbols, locations and what is stored where, during one run.
#ifndef RETRYLINT_ANALYSIS_MEMORY_H
#define RETRYLINT_ANALYSIS_MEMORY_H

#include "analysis/Value.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>
#include <vector>

namespace clang {
class StringLiteral;
}

namespace retrylint {

enum class SymbolOrigin {
  Unknown,
  Parameter, // what the caller passed
  Field,     // a member that the run has not written
  Global,
  Call,    // the result of a call that was not followed
  Attempt, // the outcome of the attempt, or a part of it
  Derived, // computed from other symbols
};

struct SymbolInfo {
  SymbolOrigin Origin = SymbolOrigin::Unknown;
  clang::QualType Type;
  const clang::Decl *Source = nullptr; // variable, field or callee
  unsigned Taints = 0;
  /// Names a part of the attempt's outcome the same way in every round and run:
  /// "ret", "ret.status", "errno". Empty for other symbols.
  std::string Key;
  /// Asks a flag that somebody else sets: a bool, an atomic, a stop token.
  bool Flag = false;
  /// A new object of the same kind each time: socket(), make_request(id).
  bool Repeatable = false;
  bool Mutated = false; // by a call on the object, which keeps its identity
  bool Edited = false;  // a text that was changed in place
  bool Created = false; // and it is a resource: failing to make it is no bound
  /// The symbol this one is a part of, and which part.
  SymbolId Parent = 0;
  std::string Suffix;
  /// What it was computed from: the same from the same.
  std::vector<Value> From;
  /// Where those were found, one for one; 0: nowhere, they are values.
  std::vector<LocationId> Places;
  /// What was in the objects that a call was given, but for numbers, which may
  /// count.
  std::vector<std::pair<LocationId, Value>> Within;
  /// Of an element: when things moved last in the container that it is from.
  SymbolId Since = 0;
  /// The object that chose it, and when that was told last how one of those
  /// that it chose has fared.
  LocationId ChosenBy = 0;
  SymbolId Told = 0;
  SymbolId Was = 0;    // what the object was that the call changed
  LocationId Into = 0; // the object that the call changed, and
  SymbolId Before = 0; // what it held before, if that is still in it
};

/// What is known of a symbol on one path.
struct Constraint {
  double Lo = -1e300, Hi = 1e300;
  llvm::SmallVector<double, 2> Not;
  bool allows(double N) const;
  bool disjoint(const Constraint &O) const;
};

enum class LocationKind {
  Variable,
  This,
  Member,
  Element,
  Pointee,
  Temporary,
  Errno
};

struct LocationInfo {
  LocationKind Kind = LocationKind::Variable;
  LocationId Parent = 0;
  const clang::ValueDecl *Decl = nullptr; // variable or field
  const void *Node = nullptr;             // expression of a temporary
  long Index = 0;                         // element, frame or pointee symbol
  bool HasParts = false;                  // some location is inside
};

/// Symbols and locations are interned: the same thing has the same id in every
/// state of a run. Shared by all paths, only ever grows, dies with the run.
class Pool {
public:
  Pool();
  SymbolId fresh(SymbolInfo Info);
  /// The symbol for Key: the same inputs give the same symbol.
  SymbolId intern(const std::string &Key, SymbolInfo Info);
  const SymbolInfo &info(SymbolId S) const { return Symbols[S]; }

  LocationId location(const LocationInfo &Info);
  const LocationInfo &at(LocationId L) const { return Locations[L]; }
  LocationId member(LocationId Parent, const clang::ValueDecl *Field);
  LocationId element(LocationId Parent, long Index);
  /// The literal that the location is, if it is one.
  const clang::StringLiteral *literal(LocationId L) const;
  bool inside(LocationId L, LocationId Ancestor) const;
  bool hasParts(LocationId L) const { return Locations[L].HasParts; }
  /// L with its ancestor From replaced by To.
  LocationId rebase(LocationId L, LocationId From, LocationId To);
  LocationId root(LocationId L) const;
  /// The way from an object to a part of it, as text.
  std::string pathFrom(LocationId Object, LocationId Part) const;

  /// Characters at a place that is not known, and the text that they are in.
  std::map<SymbolId, LocationId> TextOf;
  /// X & N and X | N: once more changes nothing.
  std::map<SymbolId, std::pair<clang::BinaryOperatorKind, double>> Masked;
  /// X / N and X % N of a symbol.
  struct Split {
    Value Whole;
    double By;
    bool Rest;
  };
  std::map<SymbolId, Split> Splits;
  /// Those of anything, so that a struct timespec gives X back.
  struct Piece {
    Split Of;
    Value Result;
  };
  std::vector<Piece> Pieces;

private:
  std::vector<SymbolInfo> Symbols;
  llvm::StringMap<SymbolId> BySymbolKey;
  std::vector<LocationInfo> Locations;
  llvm::DenseMap<std::tuple<int, LocationId, const void *, const void *, long>,
                 LocationId>
      ByLocationKey;
};

/// How an object is changed so that it is not what it was for the next attempt.
enum class TouchKind { Appended, Consumed, Moved, Used };

struct Touch {
  TouchKind How = TouchKind::Appended;
  LocationId Object = 0;
  const clang::Expr *At = nullptr;
  const clang::Expr *Top = nullptr; // in the analysed function
  unsigned Round = 0;
  bool ByAttempt = false;
};

/// Stored values and constraints of one path.
struct Memory {
  /// Sorted by location. Every fork copies it, so that it has to be flat.
  std::vector<std::pair<LocationId, Value>> Stored;
  llvm::DenseMap<SymbolId, Constraint> Constraints;
  /// Objects that have not been written anew since they were touched.
  llvm::SmallVector<Touch, 0> Touched;

  /// What is stored to an object, or a part of it, makes it new.
  void renew(LocationId L, const Pool &P);
  const Value *lookup(LocationId L) const;
  void store(LocationId L, const Value &V, const Pool &P);
  void forget(LocationId L, const Pool &P);
  void copy(LocationId To, LocationId From, Pool &P);
  /// Copies what is known of From, and keeps what else is known of To.
  void add(LocationId To, LocationId From, Pool &P);
  llvm::SmallVector<std::pair<LocationId, Value>, 8>
  partsOf(LocationId Object, const Pool &P) const;
  /// False when `V R Bound` contradicts what is known already.
  bool assume(const Value &V, Relation R, double Bound);
  std::optional<bool> decides(const Value &A, Relation R, const Value &B) const;
};

} // namespace retrylint

#endif
