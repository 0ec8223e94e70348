import type { RiskPattern } from './risk.types.js';

/** The rule about texts that set other instructions aside, in the languages in which it is simple to tell. */
export const overrideRisk: RiskPattern = {
  ruleId: 'instruction-override',
  severity: 'high',
  title: 'Sets other instructions aside',
  why: 'A skill adds to what an agent was told; only an attack needs to undo it.',
  reach: 'paragraph',
  forms: [
    /\b(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:(?:all|any|every|the|your|these|those|of|my|and)\s{1,4}){0,4}(?:previous|prior|above|earlier|preceding|existing|system|safety|original|other)(?:\s{1,4}\w{1,12}){0,2}?\s{1,4}(?:instructions?|rules?|prompts?|guidelines?|messages?|directions?|directives?|context|constraints?|polic(?:y|ies))\b/i,
    /\b(?:ignore|disregard|forget)\s{1,4}(?:everything|anything|all)\s{1,4}(?:that\s{1,4})?(?:you\s{1,4}(?:were|have been)\s{1,4}told|above|before)\b/i,
    /\byou are now (?:in )?(?:DAN|developer mode|jailbroken|unrestricted)\b/i,
    /\bignora\s{1,4}(?:todas\s{1,4}|tutte\s{1,4})?(?:las|le)\s{1,4}(?:instrucciones|istruzioni)\s{1,4}(?:anteriores|previas|precedenti)\b/i,
    /\bignor(?:e|ar)\s{1,4}(?:todas\s{1,4})?as\s{1,4}instruções\s{1,4}(?:anteriores|prévias)/i,
    /\b(?:ignore[zr]?|oublie[zr]?)\s{1,4}(?:toutes\s{1,4})?les\s{1,4}(?:instructions|consignes)\s{1,4}(?:précédentes|antérieures)/i,
    /\b(?:ignoriere|vergiss|missachte)\s{1,4}(?:(?:alle|die|deine)\s{1,4}){0,3}(?:vorherigen|bisherigen|vorigen|früheren)\s{1,4}(?:Anweisungen|Regeln|Vorgaben)\b/i,
    /(?:忽略|无视|忘记)(?:所有|全部|你)?(?:之前|以上|先前|前面|上述|此前)的?(?:所有|全部)?(?:指令|指示|说明|提示|规则)/,
    /(?:これまで|以前|上記|前)の(?:すべての|全ての)?(?:指示|命令|ルール)を(?:すべて|全て)?(?:無視|忘れ)/,
    /(?:이전|위)의? ?(?:모든 ?)?(?:지시|명령|규칙)(?:사항)?[을를]? ?(?:모두 ?)?(?:무시|잊)/,
    /(?:игнорируй|забудь)(?:те)?\s{1,4}(?:все\s{1,4})?(?:предыдущие|прежние)\s{1,4}(?:инструкции|указания|правила)/i,
  ],
};
