import type { Pointer } from "../../document/index.js";
import type { SampleContext } from "../../samples/sample-context.js";
import type { MergedSchema } from "../../schema/model/schema-model.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "../requests/probe-case.js";

/** A value in a request, its schemas, and a way to replace it. */
export type RequestLocation = {
  readonly context: SampleContext;
  readonly part: CaseEdit["part"] & ("path" | "query" | "header" | "cookie" | "body");
  /** The parameter name with a pointer into its value, or the pointer into the body. */
  readonly at: string;
  readonly contract: Pointer;
  /** All schemas that apply to the value, including those of the matching branches. */
  readonly node: MergedSchema;
  readonly value: unknown;
  readonly isPresent: boolean;
  /** Whether the value matches another branch than the value of the base request. */
  readonly isOther?: true;
  readonly put: (value: unknown) => CaseRequest;
  /** The request without the value, and whether it is required; absent for items and whole bodies. */
  readonly without?: Omission;
  /** Whether the value is serialized as text without a type, as in URLs, headers and forms. */
  readonly isText: boolean;
  /** The outermost enclosing location with alternatives, at which validation may report wrong values. */
  readonly enclosing?: string | undefined;
  /** The outermost enclosing location with dependent constraints; see `isValidInContext`. */
  readonly dependency?: DependentConstraint | undefined;
};

type Omission = {
  readonly request: CaseRequest;
  readonly required: boolean;
  readonly contract: Pointer;
  /** The dependent constraints of the parent. */
  readonly dependency?: DependentConstraint | undefined;
};

type DependentConstraint = { readonly node: MergedSchema; readonly path: ValuePath };

export type ValuePath = readonly (string | number)[];

/** A proposed change to a request, with the expected outcome. */
export type CaseProposal = Omit<ProbeCase, "id" | "phase" | "operation" | "method"> & {
  readonly edit: CaseEdit;
  readonly slug: string;
  readonly method?: string;
  /** The outermost location at which validation may report the edit, if that is further out than the edit. */
  readonly enclosing?: string | undefined;
  /** Whether it puts another value in place of the one at a location. */
  readonly isReplaced?: boolean;
};
