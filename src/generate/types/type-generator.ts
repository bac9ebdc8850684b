/** What makes the types. The build bundles it as one file of its own, so that only `contract generate` loads a compiler. */
export { astToString, default as openapiTS } from "openapi-typescript";
export { default as ts } from "typescript";
