/** Sources that every check loads. */
const CHECK_SOURCES = /\/src\/(recording|check|report|probe|diff)\//;

/** A run that reads no YAML, no XML and no Swagger 2.0, compiles no schema, has no findings and decompresses no body needs none of these. */
export const LAZY_PACKAGES = [
  {
    name: "yaml",
    entry: "yaml",
    imported: /^yaml$/,
    exports: [
      "parseDocument",
      "stringify",
      "isAlias",
      "isCollection",
      "isMap",
      "isNode",
      "isScalar",
      "isSeq",
      "LineCounter",
    ],
  },
  { name: "saxes", entry: "saxes", imported: /^saxes$/, exports: ["SaxesParser"] },
  {
    name: "ajv",
    entry: "./src/generate/ajv/ajv-package.ts",
    imported: /\/ajv-package\.js$/,
    exports: ["getAjvPackage"],
  },
  {
    name: "swagger",
    entry: "./src/document/swagger/bundle-swagger.ts",
    imported: /\/bundle-swagger\.js$/,
    exports: ["bundleSwagger"],
  },
  { name: "node:crypto", imported: /^node:crypto$/, importers: CHECK_SOURCES, exports: ["createHash", "createHmac"] },
  { name: "node:zlib", imported: /^node:zlib$/, importers: CHECK_SOURCES, exports: ["default", "createGunzip"] },
  // commander starts executable subcommands with it; this package has none.
  { name: "node:child_process", imported: /^node:child_process$/, importers: /\/commander\//, exports: ["spawn"] },
];
