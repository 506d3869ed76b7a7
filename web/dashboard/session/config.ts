/** What the stage says of itself; written at the deploy, served locally (lib/stack/dashboard-headers.ts has the same shape). */
export interface Config {
  issuer: string;
  client_id: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
}

/** `credentials` and `mode` are those of the preload in index.html, which is then the one request. */
export const readConfig = async (): Promise<Config> => {
  const answer = await fetch('/dashboard/config.json', { credentials: 'same-origin', mode: 'cors' });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}.`);
  return (await answer.json()) as Config;
};
