import applicator from "ajv/dist/refs/json-schema-2020-12/meta/applicator.json" with { type: "json" };
import content from "ajv/dist/refs/json-schema-2020-12/meta/content.json" with { type: "json" };
import core from "ajv/dist/refs/json-schema-2020-12/meta/core.json" with { type: "json" };
import formatAnnotation from "ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json" with { type: "json" };
import metaData from "ajv/dist/refs/json-schema-2020-12/meta/meta-data.json" with { type: "json" };
import unevaluated from "ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json" with { type: "json" };
import validation from "ajv/dist/refs/json-schema-2020-12/meta/validation.json" with { type: "json" };
import schema from "ajv/dist/refs/json-schema-2020-12/schema.json" with { type: "json" };
import draft7 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import type { Json } from "../../document/index.js";

/** The meta-schemas of JSON Schema, which a spec may reference without including them. */
export const METASCHEMAS: ReadonlyMap<string, Json> = new Map(
  [schema, applicator, content, core, formatAnnotation, metaData, unevaluated, validation, draft7].map((metaschema) => [
    metaschema.$id.replace(/#$/, ""),
    metaschema as unknown as Json,
  ]),
);
