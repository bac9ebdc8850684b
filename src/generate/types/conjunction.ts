import type { Json, Pointer } from "../../document/index.js";
import type { MessageDirection } from "../../schema/index.js";
import type { ApplicableSchema } from "../../schema/model/applicable-schema.js";
import type { Tag } from "../../schema/model/discriminator-tags.js";
import type { MergedSchema, SchemaModel } from "../../schema/model/schema-model.js";
import type { ValueConstraints } from "../../schema/model/value-constraints.js";
import type { BrandNames } from "./brand-types.js";
import type { TypeText } from "./type-text.js";

/** Where a schema is printed. */
export type TypeScope = {
  /** The direction in which its values are sent. */
  readonly direction: MessageDirection;
  /** The schemas of the same value beside it, if it is a branch of one. */
  readonly enclosing?: MergedSchema | undefined;
  /** It is the body of a multipart request, so that its properties are parts. */
  readonly isMultipart?: boolean;
};

/** A schema with the parts of its `allOf`, as one type is made of them. */
export type Conjunction = {
  readonly inline: readonly ApplicableSchema[];
  readonly constraints: ValueConstraints;
  /** The other schemas that apply as well. They have types of their own. */
  readonly others: readonly Pointer[];
  /** The properties that are required, are not declared inline, and are not both in one of the others. */
  readonly undeclared: readonly string[];
  /** All schemas of the value. */
  readonly whole: MergedSchema;
  readonly scope: TypeScope;
  readonly tag?: Tag | undefined;
};

/** Prints what is in a value. */
export type TypePrinter = {
  readonly schemas: SchemaModel;
  readonly brands: BrandNames;
  /** Prints what all these schemas of a property or an item accept. In a multipart request, it is a part. */
  readonly printProperty: (pointers: readonly Pointer[], scope: TypeScope) => TypeText;
  /** The schema as the spec has it. */
  readonly getWritten: (pointer: Pointer) => Json | undefined;
};
