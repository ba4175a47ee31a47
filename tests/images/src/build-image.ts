import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import dockerIgnore from '@balena/dockerignore';
import dockerfileAst from 'dockerfile-ast';

const run = promisify(execFile);
const RUN_MS_MAX = 240_000;

export interface BuildOptions {
  /** The folder with the Dockerfile and its context. */
  readonly context: string;
  /** An empty folder for the file systems of the stages. */
  readonly target: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The last stage of a Dockerfile. */
export interface BuiltImage {
  /** The folder that holds the file system of the image, without its base image. */
  readonly root: string;
  readonly baseImage: string;
  /** The last arguments of each instruction, such as `USER`. */
  readonly settings: ReadonlyMap<string, string>;
}

interface Stage {
  readonly root: string;
  readonly baseImage: string;
  readonly variables: Map<string, string>;
  readonly settings: Map<string, string>;
  workdir: string;
}

/**
 * Runs the steps of a Dockerfile on this machine, each stage in a folder of its own: `COPY` takes only files that
 * .dockerignore lets through, `RUN` runs with the variables of the stage. Base images are not fetched.
 * @throws Error on an instruction that it does not know, a missing file and a failed command.
 */
export async function buildImage({ context, target, args }: BuildOptions): Promise<BuiltImage> {
  const { DockerfileParser } = dockerfileAst;
  const dockerfile = DockerfileParser.parse(readFileSync(path.join(context, 'Dockerfile'), 'utf8'));
  const files = contextFiles(context);
  const stages = new Map<string, Stage>();
  const global = new Map<string, string>();
  let stage: Stage | undefined;
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword();
    const text = instruction.getTextContent().replace(/\\\n\s*/g, '');
    const raw = text.slice(instruction.getInstruction().length).trim();
    if (keyword === 'ARG' && stage === undefined) declare({ variables: global, raw, given: args });
    else if (keyword === 'FROM') {
      const [image = '', , name = String(stages.size)] = expand(raw, global).split(/\s+/);
      stage = newStage(path.join(target, name), image);
      stages.set(name, stage);
    } else if (stage === undefined) throw new Error(`${keyword} before FROM.`);
    else if (keyword === 'ARG') declare({ variables: stage.variables, raw, given: args });
    else await apply({ stage, stages, context, files }, keyword, raw);
  }
  if (stage === undefined) throw new Error('The Dockerfile has no stage.');
  const { root, baseImage, settings } = stage;
  return { root, baseImage, settings };
}

function newStage(root: string, baseImage: string): Stage {
  mkdirSync(root, { recursive: true });
  return { root, baseImage, variables: new Map(), settings: new Map(), workdir: '/' };
}

interface Declaration {
  readonly variables: Map<string, string>;
  readonly raw: string;
  readonly given: Readonly<Record<string, string>>;
}

function declare({ variables, raw, given }: Declaration): void {
  const [name = '', initial = ''] = raw.split('=');
  variables.set(name, given[name] ?? initial);
}

function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`${name} is not declared.`);
    return value;
  });
}

/** Paths of the files that .dockerignore lets through, relative to the context. */
function contextFiles(context: string): readonly string[] {
  const ignored = dockerIgnore
    .default()
    .add(readFileSync(path.join(context, '.dockerignore'), 'utf8').split('\n'));
  const exclude = (name: string): boolean => ['node_modules', '.git', '.nx', '.outreach'].includes(name);
  const all = globSync(['**', '**/.*'], { cwd: context, exclude }).filter((one) =>
    statSync(path.join(context, one)).isFile(),
  );
  return ignored.filter(all);
}

interface Build {
  readonly stage: Stage;
  readonly stages: ReadonlyMap<string, Stage>;
  readonly context: string;
  readonly files: readonly string[];
}

const SETTINGS = ['LABEL', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT'];

async function apply(build: Build, keyword: string, raw: string): Promise<void> {
  const { stage } = build;
  const text = expand(raw, stage.variables);
  if (keyword === 'WORKDIR') {
    stage.workdir = path.posix.resolve(stage.workdir, text);
    mkdirSync(path.join(stage.root, stage.workdir), { recursive: true });
  } else if (keyword === 'ENV') {
    const [name = '', value = ''] = text.split('=');
    stage.variables.set(name, value);
  } else if (keyword === 'COPY') copy(build, text);
  else if (keyword === 'RUN') await runCommand(stage, text);
  else if (SETTINGS.includes(keyword)) stage.settings.set(keyword, text);
  else throw new Error(`${keyword} is not supported.`);
}

function copy({ stage, stages, context, files }: Build, text: string): void {
  const words = text.split(/\s+/);
  const from = words[0]?.startsWith('--from=') === true ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  const destination = path.join(stage.root, path.posix.resolve(stage.workdir, target));
  if (from !== undefined) {
    const source = stages.get(from);
    if (source === undefined) throw new Error(`No stage has the name ${from}.`);
    for (const word of words)
      cpSync(path.join(source.root, word), destination, { recursive: true, verbatimSymlinks: true });
    return;
  }
  for (const word of words) {
    const copied = files.filter((file) => file === word || file.startsWith(`${word}/`));
    if (copied.length === 0) throw new Error(`COPY ${word}: the context has no such file.`);
    for (const file of copied) {
      const name = file === word ? path.basename(file) : path.relative(word, file);
      const isFolder = target.endsWith('/') || file !== word;
      cpSync(path.join(context, file), isFolder ? path.join(destination, name) : destination);
    }
  }
}

/** The commands find the Node of this process first, and use the network as this process does. */
async function runCommand({ root, workdir, variables }: Stage, command: string): Promise<void> {
  const { NODE_OPTIONS, PATH = '', ...inherited } = process.env;
  const env = {
    ...inherited,
    ...Object.fromEntries(variables),
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${PATH}`,
  };
  const cwd = path.join(root, workdir);
  if (!existsSync(cwd)) throw new Error(`${workdir} does not exist.`);
  await run('sh', ['-c', command], { cwd, env, timeout: RUN_MS_MAX });
}
