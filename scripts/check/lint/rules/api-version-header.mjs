import { findHeader, operationsOf, parametersOf } from "../description-tree.mjs";

/** Operations of the base server require the header `Api-Version`; operations with their own server do not declare it. */
export default function apiVersionHeader({ version }) {
  return {
    Paths: {
      PathItem(pathItem, context) {
        for (const { operation, location } of operationsOf(pathItem, context.location)) {
          const header = findHeader(parametersOf(pathItem, operation, context), "Api-Version");
          const message =
            pathItem.servers === undefined
              ? problemOf(header, version)
              : header && "Header `Api-Version` is unknown to this server.";
          if (message) context.report({ message, location: location.key() });
        }
      },
    },
  };
}

function problemOf(header, version) {
  if (header === undefined) return "Operation of the base server lacks the header `Api-Version`.";
  if (header.required !== true || header.schema?.const !== version) {
    return `Header \`Api-Version\` is not required with the value \`${version}\`.`;
  }
  return undefined;
}
