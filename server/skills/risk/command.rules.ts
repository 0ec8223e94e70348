import type { RiskPattern } from './risk.types.js';

/** What stands before a program that is run. */
const before = String.raw`(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4}){0,3})?(?:\/(?:usr\/)?bin\/)?(?:env\s{1,4})?`;
/** Programs that run what they read: interpreters only where no argument gives them a program of their own. */
const runner = String.raw`${before}(?:(?:ba|z|da|k|fi)?sh\b(?!\w|-)|(?:python[\d.]{0,4}|node|perl|ruby|php|osascript|pwsh|powershell)(?=\s{0,4}(?:-(?:\s|$)|[;&)"'\x60\n]|$)))`;
const shell = String.raw`${before}\b(?:(?:ba|z|da|k|fi)?sh|python[\d.]{0,4}|node|perl|ruby|php)\b`;
/** A download that names what it loads, so that a table with the names of commands is none. */
const download = String.raw`\b(?:curl|wget)\b(?=[^|\n]{0,400}(?:https?:\/\/|\$[\w{]|\s-\w|[a-z]\.[a-z]{2}|<))[^|\n]{1,400}\|\s{0,8}`;
const form = (...parts: string[]): RegExp => new RegExp(parts.join(''));

/** Rules about commands; the order is the order in which they are listed. */
export const commandRisks: readonly RiskPattern[] = [
  {
    ruleId: 'download-and-run',
    severity: 'high',
    title: 'Downloads something and runs it',
    why: 'What runs is decided by the owner of the address at that moment; no one reviewed it.',
    reach: 'command',
    forms: [
      form(download, String.raw`(?:(?:tee|gunzip|gzip|zcat|xz|tar|base64)\b[^|\n]{0,80}\|\s{0,8})?`, runner),
      form(shell, String.raw`\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}<\(\s{0,4}(?:curl|wget)\b`),
      form(shell, String.raw`\s{1,4}-\w{0,4}[ce]\s{1,4}["']?\$?[(\x60]{1,2}\s{0,4}(?:curl|wget)\b`),
      form(String.raw`(?:\beval|\bsource|(?:^|\s)\.)\s{1,4}["']?(?:\$\(|\x60|<\()\s{0,4}(?:curl|wget)\b`),
      /\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)\b[^|\n]{1,300}\|\s{0,8}(?:iex|invoke-expression)\b/i,
      /\b(?:iex|invoke-expression)\b[^\n]{0,120}\b(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod)\b/i,
      /\b(?:exec|eval)\s{0,4}\(\s{0,4}(?:\w{1,20}\.){0,3}(?:urlopen|requests\.get|get|fetch)\s{0,4}\(/i,
      /\b(?:mshta|regsvr32|rundll32)\b[^\n]{0,80}https?:\/\//i,
    ],
  },
  {
    ruleId: 'download-then-run',
    severity: 'medium',
    title: 'Downloads a file and makes it executable or runs it',
    why: 'A downloaded program runs with all rights of the person; its digest should be pinned.',
    reach: 'command',
    forms: [
      /\b(?:curl|wget)\b(?=(?<upTo>[^\n]{1,300}?https?:\/\/))\k<upTo>[^\n]{1,600}(?:&&|;|\n(?:[^\n]{0,200}\n)?)[ \t]{0,8}(?:sudo\s{1,4})?(?:chmod\s{1,4}(?:\+x|[0-7]{3,4}|[ugoa]{1,3}\+\w{0,3}x)|(?:ba|z)?sh\s{1,4}[\w./~-]|python3?\s{1,4}[\w./~-]|\.\/\w)/i,
    ],
  },
  {
    ruleId: 'obfuscated-execution',
    severity: 'high',
    title: 'Decodes something and runs it',
    why: 'Code that is encoded cannot be read before it runs; ordinary instructions have no need to hide it.',
    reach: 'command',
    forms: [
      form(String.raw`\b(?:base64|openssl)\b[^|\n]{0,80}(?:-d|-D|--decode)\b[^|\n]{0,120}\|\s{0,8}`, runner),
      form(String.raw`\b(?:xxd\s{1,4}-r|rev)\b[^|\n]{0,80}\|\s{0,8}`, runner),
      /\beval\s{0,4}\(\s{0,4}(?:\w{1,20}\.){0,2}(?:atob|unescape|fromcharcode|b64decode|decodeuricomponent|base64_decode)\b/i,
      /\beval\s{0,4}["'(]{0,2}\$\([^\n]{0,200}\b(?:base64|xxd)\b/i,
      /\bexec\s{0,4}\(\s{0,4}(?:\w{1,20}\.|\w{1,20}\(){0,4}(?:b64decode|base64|fromhex|decompress|marshal)\b/i,
      /\bexec\s{0,4}\([^\n]{0,80}__import__\s{0,4}\(\s{0,4}["']base64/i,
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-(?:e|en|enc|enco\w{0,10})\s{1,4}["']?[A-Za-z0-9+/=$]{8}/i,
      /\bnew\s{1,4}Function\s{0,4}\(\s{0,4}(?:atob|Buffer\.from)\b/,
    ],
  },
  {
    ruleId: 'destructive-command',
    severity: 'high',
    title: 'Destroys files or disks',
    why: 'The command deletes or overwrites what cannot be brought back.',
    reach: 'line',
    forms: [
      /\brm\s{1,4}(?:-[\w-]{1,20}\s{1,4}){0,4}-(?:\w{0,6}r\w{0,6}|-recursive)\s{1,4}(?:-[\w-]{1,20}\s{1,4}){0,4}["']?(?:\/(?:\*|["'\s;&|\x60)]|$)|(?:~|\$HOME|\$\{HOME\})\/?(?:\*|["'\s;&|\x60)]|$)|\/(?:etc|usr|var|home|Users|System|Library|boot|bin|opt)(?:\/?\*|["'\s;&|\x60)]|\/["'\s]|$))/,
      /\bdd\b[^\n]{0,120}\bof=\/dev\/(?:sd|hd|nvme|disk|rdisk|mmcblk|vd|xvd)/,
      /\bmkfs(?:\.\w{1,8})?\s{1,4}[^\n]{0,60}\/dev\//,
      />\s{0,4}\/dev\/(?:sd[a-z]|nvme\d|disk\d)/,
      /:\(\)\s{0,4}\{\s{0,4}:\s{0,4}\|\s{0,4}:\s{0,4}&\s{0,4}\}\s{0,4};\s{0,4}:/,
      /\b(?:format|diskpart)\s{1,4}[a-z]:(?:\s|$)|\bRemove-Item\b[^\n]{0,60}-Recurse\b[^\n]{0,60}(?:[A-Z]:\\(?:\s|$|\*)|\$(?:HOME|env:USERPROFILE)\b)/i,
      /\bdiskutil\s{1,4}(?:eraseDisk|eraseVolume|zeroDisk)\b|\bwipefs\s{1,4}-a|\bshred\b[^\n]{0,60}\s\/dev\//i,
    ],
  },
  {
    ruleId: 'data-loss-command',
    severity: 'medium',
    title: 'Discards history, data or infrastructure',
    why: 'Work of others may be lost; a person should decide each time.',
    reach: 'line',
    forms: [
      /\bgit\s{1,4}push\b[^\n;&|]{0,120}\s(?:--force(?!-with-lease)\b|-f\b)/,
      /\bgit\s{1,4}(?:reset\s{1,4}--hard|clean\s{1,4}-\w{0,4}f\w{0,4}d|filter-branch)\b/,
      /\bDROP\s{1,4}(?:DATABASE|SCHEMA)\s{1,4}[\w"'\x60[$<{]/,
      /\b(?:terraform|tofu|pulumi)\s{1,4}(?:destroy|apply)\b[^\n]{0,80}(?:-auto-approve|--yes)\b/,
      /\bkubectl\s{1,4}delete\s{1,4}(?:ns|namespace|--all)\b/,
      /\brm\s{1,4}-(?:rf|fr|Rf)\s{1,4}["']?(?:\.\/?(?:["'\s]|$)|\*|\.\.|\.git\b)/,
    ],
  },
];
