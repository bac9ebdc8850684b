import type TypeScript from "typescript";

/**
 * Wraps every operation of the type `paths`, so that its bodies have plain strings where an enumeration is open.
 *
 * openapi-fetch maps every object type of a body by its `Readable` and `Writable`, and the `string & {}` of an open enumeration
 * is one: what came out would no longer be a string.
 */
export function adaptPathsForOpenapiFetch(
  ts: typeof TypeScript,
  nodes: readonly TypeScript.Node[],
): { readonly nodes: TypeScript.Node[]; readonly declaration: string } {
  const { factory } = ts;
  const wrap = (member: TypeScript.TypeElement): TypeScript.TypeElement => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return member;
    // Every other member is a method.
    if (!ts.isIdentifier(member.name) || member.name.text === "parameters") return member;
    if (member.type.kind === ts.SyntaxKind.NeverKeyword) return member;
    const type = factory.createTypeReferenceNode("OpenapiFetch", [member.type]);
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  };
  const wrapAll = (member: TypeScript.TypeElement): TypeScript.TypeElement => {
    if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isTypeLiteralNode(member.type))
      return member;
    const type = factory.updateTypeLiteralNode(member.type, factory.createNodeArray(member.type.members.map(wrap)));
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  };
  const updated = nodes.map((node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === "paths"
      ? factory.updateInterfaceDeclaration(
          node,
          node.modifiers,
          node.name,
          node.typeParameters,
          node.heritageClauses,
          node.members.map(wrapAll),
        )
      : node,
  );
  return { nodes: updated, declaration: TYPE_DECLARATIONS };
}

const TYPE_DECLARATIONS = `/** An operation as openapi-fetch needs it: in bodies, enumerations that are open are plain strings. */
type OpenapiFetch<Operation> = {
  [Part in keyof Operation]: Part extends "requestBody" | "responses" ? PlainStrings<Operation[Part]> : Operation[Part];
};
type PlainStrings<T> = string extends T ? string | PlainProperties<Exclude<T, string>> : PlainProperties<T>;
type PlainProperties<T> = T extends object ? { [Name in keyof T]: PlainStrings<T[Name]> } : T;

`;
