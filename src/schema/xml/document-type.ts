import { XML_NAME } from "./xml-names.js";

/**
 * Whether a document type has declarations or an external identifier; undefined if it is malformed. Its declarations are
 * ignored: an entity that is never expanded cannot exhaust memory, and one that is never fetched cannot leak data.
 *
 * @param content - The text after `<!DOCTYPE`, whose quotes, comments and brackets are closed.
 */
export function hasDeclarations(content: string): boolean | undefined {
  const [head, external] = HEAD.exec(content) ?? [];
  if (head === undefined) return undefined;
  const rest = content.slice(head.length);
  if (rest === "") return external !== undefined;
  const [, subset] = /^\[([\s\S]*)\][\t\n\r ]*$/.exec(rest) ?? [];
  // Expressions without repeated groups, which would need a stack for a long text.
  const unquoted = subset?.replace(QUOTED, "$1$2$3$4$5$6");
  if (subset === undefined || unquoted?.replace(DECLARATIONS, "") !== "") return undefined;
  return external !== undefined || subset.trim() !== "";
}

const SPACE = "[\\t\\n\\r ]";
const LITERAL = `${SPACE}+(?:"[^"]*"|'[^']*')`;
const HEAD = new RegExp(`^${SPACE}+${XML_NAME}(${SPACE}+(?:SYSTEM|PUBLIC${LITERAL})${LITERAL})?${SPACE}*`, "u");
/** The content of quotes, comments and processing instructions is outside the groups. */
const QUOTED = /([^<"']+|<(?!\?|!--))|(["'])[\s\S]*?\2|(<!)--[\s\S]*?--(>)|(<\?)[\s\S]*?\?(>)/gy;
/** White space, parameter entity references, and declarations, comments and processing instructions without their content. */
const DECLARATIONS = /[\t\n\r ]+|%[^;]*;|<![^<>]*>|<\?>/gy;
