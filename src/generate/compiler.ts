/** The TypeScript compiler. The build bundles it as one file of its own, so that only commands that compile load it. */
export { default as ts } from "typescript";
