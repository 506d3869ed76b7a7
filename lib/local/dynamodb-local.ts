import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../functions/kit/sha256.ts';
import { startProgram } from './emulator-process.ts';
import { CannotStart } from './state.ts';

const POM = join(import.meta.dirname, 'dynamodb-local.pom.xml');
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy-dependencies';
const MAIN = 'software.amazon.dynamodb.services.local.main.ServerRunner';
const MIN_JAVA = 17;

const folderOf = (pom: string) => join(CACHE, `dynamodb-local-${sha256(pom).slice(0, 12)}`);

const javaVersion = (): number => {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
};

const hasMaven = (): boolean => spawnSync('mvn', ['-v']).status === 0;

export const missingForDynamoDbLocal = (): string | undefined => {
  if (javaVersion() < MIN_JAVA) {
    return `DynamoDB Local needs Java ${MIN_JAVA} or newer and Maven. Install both (Debian: apt-get install openjdk-17-jre-headless maven), then try again.`;
  }
  if (!existsSync(folderOf(readFileSync(POM, 'utf8'))) && !hasMaven()) {
    return 'DynamoDB Local is downloaded with Maven. Install it (Debian: apt-get install maven), then try again.';
  }
  return undefined;
};

export const fetchDynamoDbLocal = async (): Promise<string> => {
  const missing = missingForDynamoDbLocal();
  if (missing) throw new CannotStart(missing);
  const folder = folderOf(readFileSync(POM, 'utf8'));
  if (existsSync(folder)) return folder;
  process.stderr.write('Downloading DynamoDB Local with Maven (about 50 MB, once).\n');
  await mkdir(CACHE, { recursive: true });
  const partial = `${folder}.${process.pid}`;
  const args = ['-q', '-B', '-f', POM, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${partial}`];
  const { status, stdout } = spawnSync('mvn', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) {
    await rm(partial, { recursive: true, force: true });
    throw new CannotStart(`Maven could not download DynamoDB Local.\n${stdout.slice(-2000)}`);
  }
  // Another process may have downloaded it first.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  return folder;
};

export const startDynamoDbLocal = async (folder: string, isKept: boolean) => {
  const program = await fetchDynamoDbLocal();
  const jvm = ['-Xmx1g', '-Xmn512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const properties = [`-Djava.library.path=${program}`, `-Dsidenote.folder=${folder}`];
  const store = isKept ? ['-dbPath', folder] : ['-inMemory'];
  // Without `-sharedDb` each access key and region has separate tables.
  const options = [...jvm, ...properties, '-cp', join(program, '*'), MAIN, '-sharedDb', ...store, '-disableTelemetry'];
  const args = (port: number) => [...options, '-port', String(port)];
  return { ...(await startProgram({ command: 'java', args, folder, patienceMs: 60_000 })), trim: undefined };
};
