/** The names of branded strings, which are types in the namespace `Brand`. */
export class BrandNames {
  readonly #names = new Map<string, string>();

  /** Without a capital, a brand could have the name of a type of TypeScript, such as `string`. */
  getName(brand: string): string {
    const known = this.#names.get(brand);
    if (known !== undefined) return known;
    const name = brand.replaceAll(/[^\w$]+/g, "_").replace(/^(?![A-Z])/, "_");
    const taken = [...this.#names.values()];
    const free = taken.includes(name) ? `${name}_${taken.length}` : name;
    this.#names.set(brand, free);
    return free;
  }

  /** The brands with their names. */
  list(): readonly (readonly [brand: string, name: string])[] {
    return [...this.#names].sort();
  }

  formatDeclarations(): string {
    const [[example] = []] = this.list();
    if (example === undefined) return "";
    // By a text, and no symbol: programs of both kinds of module, each with a declaration of its own, share their ids. Within a
    // template a brand is no object type, so mapped types such as openapi-fetch's `Readable` leave it as it is. The compiler
    // forgets the name of a template, and keeps the name of the type in it.
    const types = this.list().map(
      ([brand, name]) => `  type ${name} = string & { readonly "~brand": ${JSON.stringify(brand)} };\n`,
    );
    return `/**
 * Strings that stand for one kind of thing, so that two kinds cannot be swapped. They cost nothing when the program
 * runs. What the service answers is branded already; brand a string of your own by saying what it is:
 *
 *     const id = "..." as ${example};
 */
export declare namespace Brand {
${types.join("")}}

`;
  }
}
