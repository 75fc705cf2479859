/** Replaces a literal credential by a variable. A value that contains a variable stays unchanged. */
export function maskCredential(name: string, value: string): string {
  if (value === "" || value.includes("{{")) return value;
  return `{{${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}}}`;
}
