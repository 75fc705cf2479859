import { streams } from "../nouns/audit-stream-noun.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import {
  audit,
  invitations,
  keys,
  locations,
  members,
  organizations,
  variables,
  views,
} from "../nouns/organization-nouns.ts";

export const variableCommands = nounCommands(variables);

export const keyCommands = nounCommands(keys);

export const memberCommands = nounCommands(members);

export const invitationCommands = nounCommands(invitations);

export const organizationCommands = nounCommands(organizations);

export const locationCommands = nounCommands(locations);

export const auditCommands = nounCommands(audit);

export const streamCommands = nounCommands(streams);

export const viewCommands = nounCommands(views);
