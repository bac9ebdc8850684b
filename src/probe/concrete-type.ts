/** A media type that a range such as `image/*` stands for. */
export function concreteType(range: string): string {
  const plain = range.trim();
  if (!plain.includes("*")) return plain;
  const [type = "*", subtype = "*"] = plain.replace(/;.*$/s, "").split("/");
  if (subtype !== "*" && subtype.startsWith("*+")) return `${type}/vnd.probe${subtype.slice(1)}`;
  return USUAL[type] ?? "application/octet-stream";
}

const USUAL: Readonly<Record<string, string>> = {
  "*": "application/json",
  application: "application/json",
  text: "text/plain",
  image: "image/png",
  audio: "audio/mpeg",
  video: "video/mp4",
  multipart: "multipart/form-data",
};
