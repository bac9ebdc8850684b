import type { Check } from "../check.js";

/** `request.path.ambiguous`: nobody can tell from the URL which of several operations was meant. */
export const pathAmbiguous: Check = function* ({ operation, ambiguousOperations }) {
  for (const rival of ambiguousOperations) {
    yield {
      code: "request.path.ambiguous",
      message: `the path fits ${rival.path} as well as ${operation.path}, by which it is judged`,
      part: "request.url",
      at: "",
      contract: operation.pointer,
      valueClass: `template ${rival.path}`,
      name: rival.path,
      occurrences: 1,
    };
  }
};
