import type { LintRules } from "../rule.js";
import { DOCUMENT_RULES } from "./document-rules.js";
import { KEYWORD_RULES } from "./keyword-rules.js";
import { MESSAGE_RULES } from "./message-rules.js";
import { PARAMETER_RULES } from "./parameter-rules.js";
import { PATH_RULES } from "./path-rules.js";
import { SCHEMA_RULES } from "./schema-rules.js";
import { SECURITY_RULES } from "./security-rules.js";
import { STRUCTURE_RULES } from "./structure-rules.js";
import { VALUE_RULES } from "./value-rules.js";

/** All rules by code, in the order of the documentation. Codes are public and stable; messages may change. */
export const LINT_RULES = {
  ...STRUCTURE_RULES,
  ...DOCUMENT_RULES,
  ...SECURITY_RULES,
  ...PATH_RULES,
  ...PARAMETER_RULES,
  ...MESSAGE_RULES,
  ...KEYWORD_RULES,
  ...SCHEMA_RULES,
  ...VALUE_RULES,
} satisfies LintRules;

export type LintCode = keyof typeof LINT_RULES;
