import type { LintRules } from "../rule.js";
import { CONTENT_RULES } from "./content-rules.js";
import { DISCRIMINATOR_RULES } from "./discriminator-rules.js";
import { DOCUMENT_RULES } from "./document-rules.js";
import { KEYWORD_RULES } from "./keyword-rules.js";
import { MESSAGE_RULES } from "./message-rules.js";
import { PARAMETER_RULES } from "./parameter-rules.js";
import { PATH_RULES } from "./path-rules.js";
import { QUERYSTRING_RULES } from "./querystring-rules.js";
import { REFERENCE_RULES } from "./reference-rules.js";
import { SCHEMA_RULES } from "./schema-rules.js";
import { SECURITY_RULES } from "./security-rules.js";
import { STRUCTURE_RULES } from "./structure-rules.js";
import { TAG_RULES } from "./tag-rules.js";
import { VALUE_RULES } from "./value-rules.js";

/** All rules by code, in the order of the documentation. Codes are public and stable; messages may change. */
export const LINT_RULES = {
  ...STRUCTURE_RULES,
  ...DOCUMENT_RULES,
  ...TAG_RULES,
  ...REFERENCE_RULES,
  ...SECURITY_RULES,
  ...PATH_RULES,
  ...PARAMETER_RULES,
  ...QUERYSTRING_RULES,
  ...MESSAGE_RULES,
  ...CONTENT_RULES,
  ...KEYWORD_RULES,
  ...SCHEMA_RULES,
  ...DISCRIMINATOR_RULES,
  ...VALUE_RULES,
} satisfies LintRules;

export type LintCode = keyof typeof LINT_RULES;
