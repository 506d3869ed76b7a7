import { spawn } from 'node:child_process';

/** A script of a package, in its own process. */
export const startScript = (script: string, args: readonly string[], env = process.env) => {
  const started = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  let result = '';
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  started.stdout.on('data', (text: string) => (result += text));
  const ended = new Promise<{ code: number | null; output: string; result: string }>((resolve, reject) =>
    started.once('error', reject).once('close', (code) => resolve({ code, output, result })),
  );
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      started.stdout.on('data', () => {
        const found = pattern.exec(output);
        if (found) resolve(found);
      });
      void ended.then(() => reject(new Error(`It ended before it printed ${pattern}: ${output}`)));
    });
  return { ended, printed };
};
