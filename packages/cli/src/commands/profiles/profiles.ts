import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { readProfile, readProfiles, writeProfiles } from "../../profiles/profile-file.ts";
import { organizationOfKey } from "./organization-of-key.ts";

const NAME = { summary: "name of the profile" };

export const listProfiles = defineCommand({
  words: "profiles list",
  summary: "Lists the profiles of this user, without their keys",
  async run(_input, context) {
    const { current, profiles } = readProfiles(context.env);
    const rows = Object.entries(profiles).map(([name, { server }]) => ({
      name,
      server,
      current: name === current,
    }));
    await context.writeList(rows, () => ({
      columns: ["name", "server", "current"],
      cells: rows.map((row) => [printableLine(row.name), row.server, row.current ? "yes" : ""]),
      empty: "There are no profiles. 'vdt login' creates one.",
    }));
    return EXIT.ok;
  },
});

export const selectProfile = defineCommand({
  words: "profiles use",
  summary: "Makes a profile the current one",
  arguments: { name: NAME },
  async run({ arguments: { name } }, context) {
    const { server } = getProfile(name, context);
    writeProfiles({ ...readProfiles(context.env), current: name }, context.env);
    await context.write({ name, server }, () => `The profile ${name} is of ${server}.`);
    return EXIT.ok;
  },
});

export const deleteProfile = defineCommand({
  words: "profiles delete",
  summary: "Deletes a profile with its key from this machine; the key stays valid on the server",
  arguments: { name: NAME },
  async run({ arguments: { name } }, context) {
    getProfile(name, context);
    removeProfile(name, context);
    await context.write({ name, deleted: true }, () => `${name} was deleted.`);
    return EXIT.ok;
  },
});

export const logout = defineCommand({
  words: "logout",
  summary: "Deletes the current profile with its key from this machine; the key stays valid on the server",
  async run(_input, context) {
    const profile = readProfile(context.globals.profile, context.env);
    if (profile === null) throw new UsageError("There is no current profile.");
    removeProfile(profile.name, context);
    await context.write({ name: profile.name, deleted: true }, () => `Logged out of ${profile.server}.`);
    return EXIT.ok;
  },
});

export const whoami = defineCommand({
  words: "whoami",
  summary: "Prints the server, the organization and where the key comes from",
  async run(_input, context) {
    const settings = context.settings();
    const organization = await organizationOfKey(settings);
    const fromVariable = Boolean(context.env.VEDETTE_API_KEY?.trim());
    const profile = fromVariable ? null : (readProfile(context.globals.profile, context.env)?.name ?? null);
    const source = profile === null ? "VEDETTE_API_KEY" : `profile ${profile}`;
    await context.write(
      { server: settings.url.href, organization, profile },
      () => `${printableLine(organization.name)} on ${settings.url.href} (${source})`,
    );
    return EXIT.ok;
  },
});

function getProfile(name: string, { env }: CommandContext): { server: string } {
  const { profiles } = readProfiles(env);
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  throw new UsageError(`There is no profile '${name}'. 'vdt profiles list' lists them.`);
}

function removeProfile(name: string, { env }: CommandContext): void {
  const { current, profiles } = readProfiles(env);
  const { [name]: _, ...rest } = profiles;
  writeProfiles({ current: current === name ? null : current, profiles: rest }, env);
}
