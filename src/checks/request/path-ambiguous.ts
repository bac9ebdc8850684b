import type { Check } from "../check.js";

/** `request.path.ambiguous`: the path matches several templates, and none is more concrete than the others. */
export const pathAmbiguous: Check = ({ operation, ambiguousOperations }, report) => {
  for (const other of ambiguousOperations) {
    report({
      code: "request.path.ambiguous",
      message: `the path matches both ${operation.path} and ${other.path}; checked against ${operation.path}`,
      part: "request.url",
      at: "",
      contract: operation.pointer,
      valueClass: `template ${other.path}`,
      name: other.path,
      occurrences: 1,
    });
  }
};
