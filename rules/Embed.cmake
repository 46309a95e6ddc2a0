# cmake -DOUT=FILE -DPOLICIES=LIST -DAPIS=LIST -P Embed.cmake
# Writes a C++ file that holds the text of the YAML files.

function(embed FUNCTION FILES)
  set(ITEMS "")
  foreach(FILE IN LISTS FILES)
    get_filename_component(NAME "${FILE}" NAME)
    file(READ "${FILE}" TEXT)
    string(APPEND ITEMS "    {\"${NAME}\", R\"RULES(${TEXT})RULES\"},\n")
  endforeach()
  string(APPEND CODE "llvm::ArrayRef<EmbeddedFile> ${FUNCTION}() {\n"
    "  static constexpr EmbeddedFile Files[] = {\n${ITEMS}  };\n"
    "  return Files;\n}\n")
  set(CODE "${CODE}" PARENT_SCOPE)
endfunction()

string(REPLACE "," ";" POLICIES "${POLICIES}")
string(REPLACE "," ";" APIS "${APIS}")
set(CODE "#include \"rules/Embedded.h\"\nnamespace retrylint {\n")
embed(embeddedPolicies "${POLICIES}")
embed(embeddedApis "${APIS}")
file(WRITE "${OUT}" "${CODE}} // namespace retrylint\n")
