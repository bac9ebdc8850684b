import { operationsOf, parametersOf } from "../description-tree.mjs";

const LINK_PARAMETERS = ["If-Modified-Since", "startAt", "endAt", "startOffset", "limit"];

/** List operations declare their pagination, and have the parameters and fields that it needs. */
export default function listPaging() {
  return {
    Paths: {
      PathItem(pathItem, context) {
        for (const { operation, location } of operationsOf(pathItem, context.location)) {
          const problems = problemsOf(pathItem, operation, context);
          for (const message of problems) context.report({ message, location: location.child(["operationId"]) });
        }
      },
    },
  };
}

function problemsOf(pathItem, operation, context) {
  const names = parametersOf(pathItem, operation, context).map((parameter) => parameter.name);
  const schema = answerSchema(operation, context);
  const list = operation["x-list"];
  const fields = Object.keys(schema.properties ?? {});
  if (list === undefined) {
    const paged = fields.includes("links") && fields.includes("count");
    return paged ? ["List with `links` and `count` does not state `x-list`."] : [];
  }
  // A list without a style is one page.
  if (list.style === undefined) return [];
  const needed = list.style === "links" ? LINK_PARAMETERS : [list.start, list.size];
  const problems = needed
    .filter((name) => !names.includes(name))
    .map((name) => `Paged list lacks the parameter \`${name}\`.`);
  if (!["links", "offset"].includes(list.style)) problems.push(`Paging style \`${list.style}\` is not known.`);
  if (schema.properties?.[list.items?.slice(1)]?.type !== "array") {
    problems.push(`Answer of the paged list has no array at \`${list.items}\`.`);
  }
  if (list.style !== "links") return problems;
  const missing = ["links", "count"].filter((name) => !fields.includes(name) || !schema.required?.includes(name));
  return [...problems, ...missing.map((name) => `Answer of the paged list does not require \`${name}\`.`)];
}

function answerSchema(operation, { resolve, location }) {
  const answer = resolve(operation.responses?.["200"] ?? {}, location.source.absoluteRef).node ?? {};
  const schema = answer.content?.["application/json"]?.schema ?? {};
  return resolve(schema, location.source.absoluteRef).node ?? {};
}
