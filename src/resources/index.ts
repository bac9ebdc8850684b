export { findIdempotencyKey, getIdempotencyKey } from "./idempotency-key.js";
export { findIdentityName, findLastParameter, ID_WORDS, isIdName, REFERENCE_WORDS, splitWords } from "./identity.js";
export { inferIdentity, inferList, inferSelection } from "./infer-keywords.js";
export { getListFacts, type ListFacts, readStatements } from "./list-facts.js";
export { findPageFields, isPagingName, isPagingParameter } from "./page-names.js";
export { listBodyFields } from "./properties.js";
export {
  createSignature,
  findSignatureHeader,
  getRegistrationFacts,
  isKnownSignature,
  type RegistrationFacts,
} from "./registrations.js";
export { listResourceFacts, type ResourceFact } from "./resource-facts.js";
export {
  createComparisons,
  getSelections,
  isIncluded,
  listItemSchemas,
  listValues,
  readSelections,
  type Selection,
} from "./selections.js";
export { findUnknownInList, findUnknownInMessages, findUnknownInSelections } from "./unknown-names.js";
