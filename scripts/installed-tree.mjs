// Compares the installed packages with the lockfile. Pure: does not access files.

/**
 * Returns why `installed` (node_modules/.package-lock.json, which npm writes last) does not match `locked`
 * (package-lock.json), or null if it does. Compares contents and not dates, because a checkout gives every file the same
 * date.
 */
export function installError(locked, installed, host = process) {
  if (installed === null) return "the dependencies are not installed";
  for (const [path, wanted] of Object.entries(locked.packages)) {
    if (!path.includes("node_modules/")) continue;
    const found = installed.packages[path];
    if (found === undefined && isOmitted(wanted, host)) continue;
    if (found === undefined) return `${path} is missing`;
    if (!isSame(wanted, found)) return `${path} is not the locked version`;
  }
  // An optional package may be missing in the lockfile: npm omits packages that a registry did not have.
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
 * Returns whether npm may have omitted an optional package. A package for exactly this platform must be installed; the
 * others may belong to another platform or another C library.
 */
function isOmitted(wanted, host) {
  if (!wanted.optional) return false;
  const isForHere =
    wanted.os !== undefined && accepts(wanted.os, host.platform) && accepts(wanted.cpu, host.arch);
  return !isForHere || wanted.libc !== undefined;
}

/** Evaluates npm's `os` and `cpu` fields: names, or names with a leading `!`. */
function accepts(field, value) {
  if (field === undefined) return true;
  const names = [field].flat();
  if (names.includes(`!${value}`)) return false;
  const positive = names.filter((name) => !name.startsWith("!"));
  return positive.length === 0 || positive.includes(value) || positive.includes("any");
}
