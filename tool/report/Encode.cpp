#include "tool/report/Encode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

std::string retrylint::utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

std::string retrylint::escapeXml(StringRef Text) {
  std::string Out;
  for (char C : utf8(Text))
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    case '\'':
      Out += "&#39;";
      break;
    default:
      // XML 1.0 has no way to write other control characters.
      if (static_cast<unsigned char>(C) >= ' ' || C == '\t' || C == '\n')
        Out += C;
    }
  return Out;
}

std::string retrylint::pathToUri(StringRef Path) {
  std::string Uri = Path.starts_with("/") ? "file://" : "";
  for (char C : Path)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Uri += C;
    else
      Uri += "%" + toHex(StringRef(&C, 1));
  return Uri;
}

unsigned retrylint::characters(StringRef Bytes) {
  unsigned Count = 0;
  for (char C : Bytes)
    Count += (static_cast<unsigned char>(C) & 0xc0) != 0x80;
  return Count;
}
