/** What people need to know about a target: form state. Empty texts are not set. */
export type AboutDraft = {
  description: string;
  runbookUrl: string;
  owner: string;
  groupId: string | null;
};

export const EMPTY_ABOUT: AboutDraft = { description: "", runbookUrl: "", owner: "", groupId: null };

type About = {
  description: string;
  runbook_url: string | null;
  owner: string | null;
  group_id: string | null;
};

export function aboutDraft({ description, runbook_url, owner, group_id }: About): AboutDraft {
  return { description, runbookUrl: runbook_url ?? "", owner: owner ?? "", groupId: group_id };
}

/** Returns the fields of the request. */
export function aboutBody({ description, runbookUrl, owner, groupId }: AboutDraft): About {
  return {
    description,
    runbook_url: runbookUrl.trim() || null,
    owner: owner.trim() || null,
    group_id: groupId,
  };
}
