// Holds the messages of new commits to what CONTRIBUTING asks for: `area: do what` in the imperative, and a body that says
// why. Older commits were written before anybody checked.
import { execFileSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The newest commit that nobody checked. */
const LAST_UNCHECKED = 'ed26af4a4ff1161cf76deeb549b8db2cd50f341b'

const MAX_SUBJECT = 80
/** What a verb in the imperative does not look like: moved, moving, moves (but passes, process, less). */
const OTHER_FORMS = /^(?!embed|feed|need|seed|speed|bring|string|ring|ping)\w+(?:ed|ing)$|^\w+[^su']s$/

/** What is wrong with a commit's message, one sentence each. */
export function problemsOf(message: string): string[] {
  const [subject = '', separator = '', ...body] = message.trimEnd().split('\n')
  const problems: string[] = []
  const [, words] = /^[\w./-]+(?:, [\w./-]+)*: (\S.*)$/.exec(subject) ?? []
  if (!words) problems.push('the subject has no area: `area: do what`')
  const [verb = ''] = words?.split(/\s+/) ?? []
  if (/^(the|a|an|it|what|who|whoever|where|one|some)$/i.test(verb) || OTHER_FORMS.test(verb.toLowerCase()))
    problems.push(`the subject does not begin with a verb in the imperative: "${verb}"`)
  if (subject.length > MAX_SUBJECT) problems.push(`the subject is longer than ${MAX_SUBJECT} characters`)
  if (separator !== '') problems.push('the line after the subject is not empty')
  if (body.join('').trim() === '') problems.push('there is no body that says why')
  return problems
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })

/** Messages of the commits to check; none where history does not reach back so far (an archive, a shallow clone). */
function newCommits(): string[] {
  try {
    const log = git('log', '--no-merges', '--format=%h%n%B%x00', `${LAST_UNCHECKED}..HEAD`)
    const entries = log.split('\0').map((entry) => entry.trimStart())
    return entries.filter((entry) => entry !== '')
  } catch {
    return []
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const commits = newCommits()
  const wrong = commits.flatMap((entry) => {
    const [commit, ...message] = entry.split('\n')
    return problemsOf(message.join('\n')).map((problem) => `${commit} ${message[0]}\n  ${problem}`)
  })
  console.log(wrong.length > 0 ? wrong.join('\n') : `${commits.length} messages of commits are in order`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
