# cmake -DOUT=FILE -DDIR=docs/checks -DHTML=report.html -P EmbedPages.cmake: the pages of
# the checks, and that of the report, as C++.
file(GLOB Pages ${DIR}/*.md)
set(Code "#include \"tool/report/Pages.h\"\n\nconst retrylint::Page retrylint::Pages[] = {\n")
foreach(Page IN LISTS Pages)
  get_filename_component(Name ${Page} NAME_WE)
  if(NOT Name STREQUAL index)
    file(READ ${Page} Text)
    string(APPEND Code "{\"${Name}\", R\"~page~(${Text})~page~\"},\n")
  endif()
endforeach()
file(READ ${HTML} Html)
string(APPEND Code "};\nconst char *const retrylint::HtmlTemplate = R\"~page~(${Html})~page~\";\n")
file(WRITE ${OUT} "${Code}const unsigned retrylint::PageCount = sizeof(Pages) / sizeof(*Pages);\n")
