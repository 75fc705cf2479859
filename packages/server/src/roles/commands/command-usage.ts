/** What `vedette help` prints. */
export const COMMAND_USAGE = `vedette – monitors websites, APIs and user journeys

  vedette                                        the same as vedette serve
  vedette serve                                  run everything: database, API, scheduler, runner
  vedette serve --role R [--location L]          run some roles: api, scheduler, runner, or several separated by
                                                 commas; NATS_URL connects the processes
  vedette serve --config-dir DIR [--config-project P]
                                                 also apply the files of monitoring as code in a folder
  vedette serve --demo [--force]                 also create an organization with sample data, with --force
                                                 beside users and targets of this installation
  vedette demo remove                            delete the sample data
  vedette keys create --name N [--scope S]       create an API key (scope agent, read or admin) and print it
  vedette keys create --name N --scope runner --location L
                                                 create an API key for runners at a private location
  vedette keys create --name N --scope code --project P
                                                 create an API key for the pipeline of a project of code
  vedette runner --server URL                    run checks at a private location; the key is in VEDETTE_KEY
  vedette setup-link                             print a new link with which the first user signs up
  vedette reset-link --email E                   print a link with which a user sets a new password
  vedette remove-two-factor --email E            remove the authenticator app of a user who has lost it
  vedette verify-domain D --provider ID --issuer URL
                                                 verify a domain of an identity provider without a TXT record
  vedette backup [--to PLACE] [--without-results]
                                                 back up everything while it runs, into a file, a folder or
                                                 s3://bucket/prefix, encrypted with VEDETTE_BACKUP_KEY
  vedette backup --list [--from PLACE]           list the backups of a folder or s3://bucket/prefix
  vedette restore --from PLACE [--check]         restore a backup into an empty installation, or only check it
  vedette upgrade --check [--json]               print what an upgrade to this version would do: migrations, locks, time
  vedette rotate-master-key                      encrypt all secrets with a new master key
  vedette record URL                             record a journey in a browser and save it, as vdt does
  vedette help                                   print this text
  vedette --version                              print the version

Settings are environment variables; docs/reference/configuration.md lists them all.
`;

/** Returns the part of the usage about one command, or all of it for an unknown command. */
export function usageOf(command: string): string {
  const entries = COMMAND_USAGE.split(/\n(?= {2}vedette)/)
    .slice(1)
    .map((entry) => entry.split("\n\n")[0] ?? entry);
  const found = entries.filter((entry) => entry.trim().split(/\s+/)[1] === command);
  return found.length === 0 ? COMMAND_USAGE : `${found.join("\n")}\n`;
}
