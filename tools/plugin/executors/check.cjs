// The Nx executor of the targets `lint` and `typecheck`. It is CommonJS because Nx loads it on any supported Node.

const { spawn } = require('node:child_process');
const { readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** Checks one project, for runs with `--batch=false`. */
async function check(options, context) {
  const { root, projectName, targetName } = context;
  const [result] = await runChecks({
    root,
    target: targetName,
    projects: [toProject(projectName, options, context)],
  });
  process.stdout.write(result.terminalOutput);
  return result;
}

/** Checks the projects of a run together: ESLint and TypeScript then read shared sources once. */
async function* checkBatch(taskGraph, options, ...[, context]) {
  const tasks = Object.values(taskGraph.tasks);
  for (const name of new Set(tasks.map(({ target }) => target.target))) {
    const sameTarget = tasks.filter(({ target }) => target.target === name);
    const projects = sameTarget.map(({ id, target }) => toProject(target.project, options[id], context));
    const results = await runChecks({ root: context.root, target: name, projects });
    for (const [index, { id }] of sameTarget.entries()) yield { task: id, result: results[index] };
  }
}

function toProject(name, { paths }, { projectsConfigurations }) {
  return { name, paths: paths ?? [projectsConfigurations.projects[name].root] };
}

/** Runs a check and returns the results in the order of the projects. */
async function runChecks({ root, target, projects }) {
  const files = projects.map(({ name }) =>
    join(root, 'node_modules/.cache/outreach/results', `${name}.${target}.json`),
  );
  for (const file of files) rmSync(file, { force: true });
  await runNode(root, [
    'tools/bootstrap/check-projects.mjs',
    target,
    ...projects.map(({ name, paths }) => `${name}=${paths.join(',')}`),
  ]);
  return files.map(readOutcome);
}

function runNode(cwd, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** A check that ended without a result has failed; it printed its error itself. */
function readOutcome(file) {
  try {
    const { failed, output } = JSON.parse(readFileSync(file, 'utf8'));
    return { success: failed === 0, terminalOutput: output };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { success: false, terminalOutput: '' };
  }
}

module.exports = { check, checkBatch };
