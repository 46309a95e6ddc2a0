#include "analysis/TimeTypes.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "clang/AST/APValue.h"
#include "clang/AST/DeclTemplate.h"

namespace retrylint {

using namespace clang;

static const CXXRecordDecl *recordOf(QualType T) {
  if (T.isNull())
    return nullptr;
  return T.getNonReferenceType()->getAsCXXRecordDecl();
}

static std::optional<double> ratioOf(QualType T) {
  const auto *Ratio =
      llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
  if (!Ratio || Ratio->getName() != "ratio" ||
      Ratio->getTemplateArgs().size() < 2)
    return std::nullopt;
  const TemplateArgument &Num = Ratio->getTemplateArgs()[0];
  const TemplateArgument &Den = Ratio->getTemplateArgs()[1];
  if (Num.getKind() != TemplateArgument::Integral ||
      Den.getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Num.getAsIntegral().roundToDouble() /
         Den.getAsIntegral().roundToDouble();
}

std::optional<double> tickOf(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  if (!R || !R->getIdentifier())
    return std::nullopt;
  if (const auto *S = llvm::dyn_cast<ClassTemplateSpecializationDecl>(R)) {
    const TemplateArgumentList &Args = S->getTemplateArgs();
    if (Args.size() < 2 || Args[1].getKind() != TemplateArgument::Type)
      return std::nullopt;
    if (R->getName() == "duration")
      return ratioOf(Args[1].getAsType());
    if (R->getName() == "time_point")
      return tickOf(Args[1].getAsType());
    return std::nullopt;
  }
  // Types whose tick is hidden: their numbers are seconds throughout.
  std::string Name = qualifiedName(*R);
  if (Name == "absl::Duration" || Name == "absl::Time" ||
      Name.starts_with("boost::posix_time::"))
    return 1.0;
  return std::nullopt;
}

static std::optional<double> unitIn(llvm::StringRef Name) {
  for (const std::string &Word : wordsOf(Name))
    if (double Unit =
            StringSwitch<double>(Word)
                .Cases({"s", "sec", "secs", "second", "seconds"}, 1)
                .Cases({"ms", "msec", "msecs", "milli", "millis", "millisecond",
                        "milliseconds", "msleep"},
                       1e-3)
                .Cases({"us", "usec", "usecs", "micro", "micros", "microsecond",
                        "microseconds", "useconds", "usleep"},
                       1e-6)
                .Cases({"ns", "nsec", "nsecs", "nano", "nanos", "nanosecond",
                        "nanoseconds", "nanosleep"},
                       1e-9)
                .Default(0))
      return Unit;
  return std::nullopt;
}

std::optional<double> unitNamedBy(const NamedDecl &Waits, unsigned Arg) {
  if (std::optional<double> Unit =
          Waits.getIdentifier() ? unitIn(Waits.getName()) : std::nullopt)
    return Unit;
  const auto *F = dyn_cast<FunctionDecl>(&Waits);
  if (!F || Arg >= F->getNumParams())
    return std::nullopt;
  const ParmVarDecl *Param = F->getParamDecl(Arg);
  if (std::optional<double> Unit = unitIn(Param->getName()))
    return Unit;
  const auto *Alias = Param->getType()->getAs<TypedefType>();
  return Alias ? unitIn(Alias->getDecl()->getName()) : std::nullopt;
}

bool isTimePoint(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  return R && R->getIdentifier() &&
         (R->getName() == "time_point" || qualifiedName(*R) == "absl::Time");
}

std::optional<double> numberOf(const APValue &V, QualType T) {
  if (V.isInt()) {
    // Beyond this a double cannot tell neighbours apart.
    constexpr unsigned ExactBits = 53;
    if (V.getInt().getSignificantBits() > ExactBits)
      return std::nullopt;
    return V.getInt().isSigned()
               ? V.getInt().getSExtValue()
               : static_cast<double>(V.getInt().getZExtValue());
  }
  if (V.isFloat())
    return V.getFloat().convertToDouble();
  std::optional<double> Tick = tickOf(T);
  if (Tick && V.isStruct() && V.getStructNumFields() == 1)
    if (std::optional<double> Count = numberOf(V.getStructField(0), {}))
      return *Count * *Tick;
  return std::nullopt;
}

} // namespace retrylint
