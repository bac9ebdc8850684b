/** Chooses a concrete media type for a range such as `image/*`. */
export function chooseConcreteMediaType(range: string): string {
  const plain = range.trim();
  if (!plain.includes("*")) return plain;
  const [type = "*", subtype = "*"] = plain.replace(/;.*$/s, "").split("/");
  if (subtype !== "*" && subtype.startsWith("*+")) return `${type}/vnd.probe${subtype.slice(1)}`;
  return DEFAULT_TYPES[type] ?? "application/octet-stream";
}

const DEFAULT_TYPES: Readonly<Record<string, string>> = {
  "*": "application/json",
  application: "application/json",
  text: "text/plain",
  image: "image/png",
  audio: "audio/mpeg",
  video: "video/mp4",
  multipart: "multipart/form-data",
};
