// What keeps a commit from being released.

/** Returns sentences with remedies; empty if the release may be built. `changes` is the output of `git status --porcelain`. */
export function releaseErrors({ tag, head, tagged, changes, versions }) {
  const errors = [];
  const [version] = Object.values(versions);
  for (const [path, other] of Object.entries(versions)) {
    if (other !== version)
      errors.push(`${path} has version ${other} and not ${version}: set all versions to the same.`);
  }
  if (tag !== `v${version}`)
    errors.push(`The tag ${tag} is not that of version ${version}: tag the commit v${version}.`);
  if (tagged === null) errors.push(`There is no tag ${tag}: create it with \`git tag ${tag}\`.`);
  else if (tagged !== head)
    errors.push(`The tag ${tag} is another commit than the checked out one: run \`git checkout ${tag}\`.`);
  if (changes.trim() !== "") {
    errors.push(
      `The checkout has changes that are not committed: commit or remove them.\n${changes.trimEnd()}`,
    );
  }
  return errors;
}
