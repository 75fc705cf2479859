// Compares what npm installed with what the lockfile asks for. Pure: knows no files.

/**
 * Why `installed` (node_modules/.package-lock.json, which npm writes last) is not what `locked`
 * (package-lock.json) describes, or null when it is. The contents are compared and not their dates,
 * for a checkout dates every file alike.
 */
export function installFault(locked, installed, host = process) {
  if (installed === null) return "the dependencies are not installed";
  for (const [path, wanted] of Object.entries(locked.packages)) {
    if (!path.includes("node_modules/")) continue;
    const found = installed.packages[path];
    if (found === undefined && isLeftOut(wanted, host)) continue;
    if (found === undefined) return `${path} is missing`;
    if (!isSame(wanted, found)) return `${path} is not the locked version`;
  }
  // An optional one may be missing in the lockfile: npm leaves out what a registry did not have.
  const extra = Object.entries(installed.packages).find(
    ([path, { optional }]) =>
      path.includes("node_modules/") && !optional && locked.packages[path] === undefined,
  )?.[0];
  return extra === undefined ? null : `${extra} is not in the lockfile`;
}

function isSame(wanted, found) {
  return (
    wanted.version === found.version &&
    wanted.integrity === found.integrity &&
    Boolean(wanted.link) === Boolean(found.link)
  );
}

/**
 * Whether npm may have left an optional package out. One made for exactly this platform must be there;
 * the others may belong to a package of another platform, or of another C library.
 */
function isLeftOut(wanted, host) {
  if (!wanted.optional) return false;
  const isForHere =
    wanted.os !== undefined && accepts(wanted.os, host.platform) && accepts(wanted.cpu, host.arch);
  return !isForHere || wanted.libc !== undefined;
}

/** npm's `os` and `cpu` fields: names, or names with `!` in front. */
function accepts(field, value) {
  if (field === undefined) return true;
  const names = [field].flat();
  if (names.includes(`!${value}`)) return false;
  const positive = names.filter((name) => !name.startsWith("!"));
  return positive.length === 0 || positive.includes(value) || positive.includes("any");
}
