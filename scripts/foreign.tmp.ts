import { writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { listOperations, loadDocument } from "../src/document/index.js";
import { createSchemas } from "../src/schema/index.js";
import { createValueArbitrary } from "../src/samples/value-arbitrary.js";
import { createSandbox } from "../src/sandbox/index.js";
const [spec, out, count, form] = process.argv.slice(2) as [string, string, string, string];
const sandbox = await createSandbox({ spec });
const document = loadDocument(spec); const schemas = createSchemas(document);
const ops = listOperations(document).filter(o=>o.kind==="path");
const base = sandbox.url.replace(/\/$/,"");
let seed = 1; const rnd=()=>{ seed = (seed*1103515245+12345)%2147483648; return seed/2147483648; };
const pick=<T,>(a: readonly T[]): T|undefined=>a[Math.floor(rnd()*a.length)];
const bodies = new Map<string, unknown[]>();
const body=(op: any)=>{ const m=op.requestBody?.content.find((c: any)=>/json/.test(c.range)); if(!m?.schema) return undefined; let list=bodies.get(op.pointer); if(!list){ const a=createValueArbitrary(fc as any, { schemas, direction: "request" } as any, schemas.model.at([m.schema]) as any); try { list=a===undefined?[]:fc.sample(a as any,{numRuns:40,seed:7}); } catch { list=[]; } bodies.set(op.pointer,list!);} const v=pick(list!); return v===undefined?undefined:[m.range,JSON.stringify(v)] as const; };
const entries: any[]=[]; const stats: Record<string,number>={};
async function call(method: string, path: string, b?: readonly [string,string]) {
  const headers: Record<string,string>={ authorization:"Bearer x", accept:"application/json", ...(b?{"content-type":b[0]}:{}) };
  const r=await fetch(base+path,{method,headers,...(b?{body:b[1]}:{})}); const text=await r.text();
  stats[`${method} ${r.status}`]=(stats[`${method} ${r.status}`]??0)+1;
  const h=(x: Record<string,string>|Headers)=>[...(x instanceof Headers?x.entries():Object.entries(x))].map(([name,value])=>({name,value}));
  entries.push({startedDateTime:new Date(1.7e12+entries.length*137).toISOString(),time:12.5+rnd(),request:{method,url:base+path,httpVersion:"HTTP/1.1",cookies:[],headers:h(headers),queryString:[...new URL(base+path).searchParams].map(([name,value])=>({name,value})),headersSize:120,bodySize:b?b[1].length:0,...(b?{postData:{mimeType:b[0],text:b[1],params:[]}}:{})},response:{status:r.status,statusText:r.statusText,httpVersion:"HTTP/1.1",cookies:[],headers:h(r.headers),content:{size:text.length,compression:0,mimeType:r.headers.get("content-type")??"",text},redirectURL:"",headersSize:200,bodySize:text.length},cache:{},timings:{connect:0,ssl:-1,send:0.2,receive:1+rnd(),wait:10}});
  return {status:r.status,text,location:r.headers.get("location")};
}
const groups: {coll:string; post?:any; list?:any; item?:string; ops:any[]; ids:string[]}[]=[];
for(const op of ops){ if(op.path.includes("{")) continue; const item=ops.find(o=>o.path.startsWith(op.path.replace(/\/$/,"")+"/{")&&/^\{[^}]+\}$/.test(o.path.slice(op.path.replace(/\/$/,"").length+1)))?.path; if(!item) continue; let g=groups.find(g=>g.coll===op.path); if(!g){g={coll:op.path,item,ops:ops.filter(o=>o.path===item),ids:[]};groups.push(g);} if(op.method==="post"||op.method==="POST") g.post=op; if(/get/i.test(op.method)) g.list=op; }
const findId=(v: any): string|undefined=>{ if(v===null||typeof v!=="object") return undefined; for(const k of ["gid","id","name","uuid","key"]) if(["string","number"].includes(typeof v[k])) return String(v[k]); for(const k of Object.values(v)) { const i=findId(k); if(i!==undefined) return i; } return undefined; };
for(const g of groups){ if(g.post) for(let i=0;i<25;i++){ const b=body(g.post); const r=await call("POST",g.coll,b); if(r.status<300){ const id=r.location?decodeURIComponent(r.location.split("/").pop()!):findId(JSON.parse(r.text||"{}")); if(id) g.ids.push(id);} } else if(g.list){ const r=await call("GET",g.coll); try{ const v=JSON.parse(r.text); const arr=Array.isArray(v)?v:Object.values(v).find(Array.isArray) as any[]; for(const x of arr??[]){const id=findId(x); if(id) g.ids.push(id);} }catch{} } }
const live=groups.filter(g=>g.ids.length); console.error(groups.length, live.length);
while(entries.length<Number(count)){ const g=pick(live); if(!g) break; const k=rnd(); const at=(id:string)=>g.item!.replace(/\{[^}]+\}/,encodeURIComponent(id));
 if(k<0.45&&g.ops.some(o=>/get/i.test(o.method))) await call("GET",at(pick(g.ids)!)); else if(k<0.75&&g.list) await call("GET",g.coll); else if(k<0.9){ const o=pick(g.ops.filter(o=>/put|patch/i.test(o.method))); if(o){const b=body(o); if(b) await call(o.method.toUpperCase(),at(pick(g.ids)!),b);} } else if(k<0.95) { await call("GET",at("nope-"+Math.floor(rnd()*1e6))); } else await call("GET", at(pick(g.ids)!)); }
writeFileSync(out, form==="ndjson"? "" : JSON.stringify({log:{version:"1.2",creator:{name:"mitmproxy",version:"11"},entries}}));
console.error(spec, entries.length, JSON.stringify(stats)); await sandbox.close();
