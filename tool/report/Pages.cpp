#include "tool/report/Pages.h"
#include "llvm/ADT/ArrayRef.h"

llvm::StringRef retrylint::pageOf(llvm::StringRef Check) {
  Check.consume_front("retry-");
  for (const Page &P : llvm::ArrayRef(Pages, PageCount))
    if (Check == P.Check)
      return P.Text;
  return "";
}
