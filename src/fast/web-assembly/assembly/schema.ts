/** A compiled schema in memory (see compiled-schema.ts). wasm-reader.ts writes the fields in this order. */
@unmanaged
export class Schema {
  minimum: f64;
  maximum: f64;
  id: i32;
  isFallback: i32;
  kinds: i32;
  isOpen: i32;
  keys: i32;
  keyCount: i32;
  /** The index of the key that probably follows each key, and at the end that of the first one. */
  nextKeys: i32;
  requiredCount: i32;
  items: Schema;
  minItems: i32;
  maxItems: i32;
  textMode: i32;
  texts: i32;
  textCount: i32;
  minLength: i32;
  maxLength: i32;
  isDateTime: i32;
  hasTextTests: i32;
  hasNumberTests: i32;
}

/** A declared property. Its name and the values of an enum are texts with their closing quotation mark. */
@unmanaged
export class Key {
  length: i32;
  text: i32;
  value: Schema;
  isRequired: i32;
}
