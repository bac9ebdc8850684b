export { isEqual } from "../document/values/exact-number.js";
export {
  findDuplicateNames,
  listDuplicateNames,
  parseJson,
  parseJsonOrKeepText,
  tryParseExactJson,
} from "../document/values/parse-json.js";
export { getPropertyPath } from "./analysis/property-path.js";
export {
  canHaveSensitiveProperty,
  isSensitive,
  isSensitiveKey,
  isSensitiveSchema,
  maskSensitiveKeys,
} from "./analysis/sensitive.js";
export {
  type CollectUndeclared,
  createUndeclaredCollector,
  type Undeclared,
} from "./analysis/undeclared.js";
export { explainFieldEncoding, readForm, splitCookies, splitPairs } from "./bodies/form.js";
export { isJsonLines, isSequentialType, readJsonLinesBody, readServerSentEvents } from "./bodies/item-stream.js";
export { readMultipart } from "./bodies/multipart.js";
export { explainMultipart, splitMultipart } from "./bodies/split-multipart.js";
export { CannotValidateError } from "./cannot-validate-error.js";
export { type DescribedValue, key, type ValueOf } from "./described-value.js";
export { FORMAT_VALIDATORS } from "./formats/formats.js";
export type { MessageDirection } from "./message-direction.js";
export { walkReachableSchemas } from "./model/applicable-schema.js";
export { resolveBranches } from "./model/resolve-branches.js";
export type { MergedSchema } from "./model/schema-model.js";
export {
  acceptsAnyString,
  coerce,
  getSchemaTypes,
  isBinarySchema,
  type Malformed,
  type ParameterReading,
} from "./parameters/decoding.js";
export { explainEncoding } from "./parameters/explain-encoding.js";
export { canBeAbsent } from "./parameters/exploded-object.js";
export { type RawPair, type RawParameter, readParameter } from "./parameters/read-parameter.js";
export { readQuerystring, readRequestParameter, splitLocation } from "./parameters/read-querystring.js";
export { walkSchemas } from "./registry/normalize-schema.js";
export { reduceToClosestBranch } from "./validation/closest-branch.js";
export { findClosestName, formatNameHint, formatSuggestion } from "./validation/closest-name.js";
export {
  describeViolation,
  quote,
  toPrintable,
  type ViolationMessage,
} from "./validation/describe-violation.js";
export { explainClosedSchema } from "./validation/explain-closed-schema.js";
export { listSchemaDiagnostics } from "./validation/schema-diagnostics.js";
export { SchemaError } from "./validation/schema-error.js";
export { type Conformity, createSchemas, getSchemas, type Schemas, type Violation } from "./validation/schemas.js";
export { getLineAndColumn } from "./xml/line-and-column.js";
export { checkXmlSyntax, readXml, type XmlBody } from "./xml/read-xml.js";
export { isXmlElement, type XmlPart } from "./xml/xml-element.js";
export { listXmlViolations, type XmlNote } from "./xml/xml-note.js";
