import { deleteProfile, listProfiles, selectProfile } from "../commands/profiles/profiles.ts";

export const profileCommands = [listProfiles, selectProfile, deleteProfile];
