import { asArray, asString, type Json, type JsonObject } from "../json.js";
import { joinPointer, type Pointer } from "../pointer.js";
import { type Conversion, setOrigin } from "./conversion.js";

/** Creates the servers of the document, or of an operation with its own `schemes`. */
export function createServers(
  conversion: Conversion,
  root: JsonObject,
  schemes: Json | undefined,
  target: Pointer,
): readonly JsonObject[] {
  const host = asString(root.host);
  const base = (asString(root.basePath) ?? "").replace(/\/+$/, "");
  const names = asArray(schemes).filter((it) => typeof it === "string");
  // Without schemes, the scheme is the one that the spec was fetched with.
  const used = names.length === 0 ? ["https", "http"] : names;
  const urls = host === undefined ? [base === "" ? "/" : base] : used.map((scheme) => `${scheme}://${host}${base}`);
  const source = host === undefined ? "/basePath" : "/host";
  setOrigin(conversion, { file: conversion.entry, source, target });
  return urls.map((url, index) => {
    const pointer = joinPointer(target, index);
    setOrigin(conversion, { file: conversion.entry, source, target: pointer });
    setOrigin(conversion, { file: conversion.entry, source, target: joinPointer(pointer, "url") });
    return { url, ...createVariables(url) };
  });
}

/** Templates in a host are no part of Swagger 2.0 but common. Each matches any text. */
function createVariables(url: string): JsonObject {
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return names.length === 0 ? {} : { variables: Object.fromEntries(names.map((name) => [name, { default: name }])) };
}
