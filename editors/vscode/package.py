"""Packs the extension as VS Code installs it, the same bytes every time: retrylint.vsix"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ET
import zipfile

HERE = pathlib.Path(__file__).parent
TYPES = {".js": "application/javascript", ".json": "application/json", ".md": "text/markdown",
         ".vsixmanifest": "text/xml"}
CODE = "Microsoft.VisualStudio.Code"


def manifest(package):
    root = ET.Element("PackageManifest", Version="2.0.0",
                      xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011")
    data = ET.SubElement(root, "Metadata")
    ET.SubElement(data, "Identity", Language="en-US", Id=package["name"], Version=package["version"],
                  Publisher=package["publisher"])
    ET.SubElement(data, "DisplayName").text = package["displayName"]
    ET.SubElement(data, "Description").text = package["description"]
    properties = ET.SubElement(data, "Properties")
    ET.SubElement(properties, "Property", Id=f"{CODE}.Engine", Value=package["engines"]["vscode"])
    ET.SubElement(properties, "Property", Id=f"{CODE}.ExtensionDependencies",
                  Value=",".join(package["extensionDependencies"]))
    ET.SubElement(ET.SubElement(root, "Installation"), "InstallationTarget", Id=CODE)
    ET.SubElement(root, "Dependencies")
    ET.SubElement(ET.SubElement(root, "Assets"), "Asset", Type=f"{CODE}.Manifest",
                  Path="extension/package.json", Addressable="true")
    return ET.tostring(root, encoding="unicode", xml_declaration=True)


def content_types():
    root = ET.Element("Types", xmlns="http://schemas.openxmlformats.org/package/2006/content-types")
    for extension, kind in TYPES.items():
        ET.SubElement(root, "Default", Extension=extension, ContentType=kind)
    return ET.tostring(root, encoding="unicode", xml_declaration=True)


def main():
    target = sys.argv[1] if len(sys.argv) > 1 else HERE / "retrylint.vsix"
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    files = {"extension.vsixmanifest": manifest(package), "[Content_Types].xml": content_types()}
    for path in [HERE / "package.json", HERE / "README.md", *sorted((HERE / "src").glob("*.js"))]:
        files[f"extension/{path.relative_to(HERE)}"] = path.read_text(encoding="utf-8")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)


main()
