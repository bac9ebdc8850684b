const FILE = /^(\.{0,2}\/)*([\w{}-]+\/)*[\w{}.-]+\.yaml$/;

/** References are relative paths of whole files other than the root document. */
export default function referenceToFile() {
  return {
    ref: {
      enter(node, { report, location }) {
        if (FILE.test(node.$ref) && !node.$ref.endsWith("openapi.yaml")) return;
        report({
          message: `Reference \`${node.$ref}\` is not the relative path of a file.`,
          location: location.child(["$ref"]),
        });
      },
    },
  };
}
