-- The recipe language: the words of build.py2, written in Lua on the few functions of the host.
--
-- This chunk runs once, with the host's table as its argument; it returns a function that makes a recipe's environment.
-- Each package starts with a copy of the Lua state as it is then: what a variable here holds is one package's own. Invariants:
--  * Nothing here hands out a table a recipe could change for another: libraries and words are behind read-only
--    proxies, and every package has its own Lua state.
--  * Iteration has an order: pairs and next go by key (numbers, then strings, then booleans), never by hash.
--  * Every mistake is reported with the recipe's own file and line: host.fail(code, text, help) does not return.
--  * A select{} stays a select{}: which branch holds is decided per target, after the recipe has run.

local host = ...
local type, rawget, rawset, rawlen, rawequal, getmetatable, setmetatable =
  type, rawget, rawset, rawlen, rawequal, getmetatable, setmetatable
local raw_next, raw_tostring, tonumber, pcall, error = next, tostring, tonumber, pcall, error
local string, table, math, utf8 = string, table, math, utf8
local find, format, concat = string.find, string.format, table.concat

---- order -----------------------------------------------------------------------------------------------------------

local rank = { number = 1, string = 2, boolean = 3 }

local function key_before(a, b)
  local ra, rb = rank[type(a)], rank[type(b)]
  if ra ~= rb then return ra < rb end
  if ra == 3 then return not a and b end
  return a < b
end

-- Merge sort: stable, so that equal items keep their order (the stock sort picks pivots by the clock).
local function sort(list, before)
  local n, from, to = rawlen(list), list, {}
  local width = 1
  while width < n do
    for low = 1, n, 2 * width do
      local i, middle = low, low + width
      local j, high = middle, low + 2 * width
      if middle > n + 1 then middle = n + 1; j = middle end
      if high > n + 1 then high = n + 1 end
      for k = low, high - 1 do
        if i < middle and (j >= high or not before(from[j], from[i])) then
          to[k] = from[i]; i = i + 1
        else
          to[k] = from[j]; j = j + 1
        end
      end
    end
    from, to = to, from
    width = 2 * width
  end
  if from ~= list then for i = 1, n do list[i] = from[i] end end
end

local function sorted_keys(t)
  local keys, n = {}, 0
  for k in raw_next, t do
    if not rank[type(k)] then
      host.fail("PY2E0312", "a table with a " .. type(k) .. " as key has no order to be walked in",
        "use numbers or strings as keys")
    end
    n = n + 1
    keys[n] = k
  end
  sort(keys, key_before)
  return keys
end

---- telling --------------------------------------------------------------------------------------------------------

local proxies = setmetatable({}, { __mode = "k" }) -- read-only table -> what is behind it
local selects = setmetatable({}, { __mode = "k" }) -- select value -> its description

local function show(v)
  local t = type(v)
  if t == "string" then return format("%q", v):gsub("\\\n", "\\n") .. "" end
  if t == "table" and selects[v] then return "a select" end
  if t == "number" or t == "boolean" or t == "nil" then return raw_tostring(v) end
  return "a " .. t
end

local function kind_of(v)
  if type(v) == "table" and selects[v] then return "select" end
  return type(v)
end

local function to_text(v)
  local t = type(v)
  if t == "string" or t == "number" or t == "boolean" or t == "nil" then return raw_tostring(v) end
  return selects[v] and "select" or t -- an address would differ from run to run
end

local function hint(word, list)
  local near = host.closest(word, list)
  return near and format("did you mean '%s'?", near) or nil
end

local function frozen(t, what)
  local p = setmetatable({}, {
    __index = t,
    __newindex = function(_, k)
      host.fail("PY2E0311", format("%s is read-only: cannot set '%s'", what, to_text(k)), "copy it into a table of your own")
    end,
    __metatable = false,
  })
  proxies[p] = t
  return p
end

---- select ---------------------------------------------------------------------------------------------------------

local select_meta
local function make_select(description)
  local v = setmetatable({}, select_meta)
  selects[v] = description
  return v
end

select_meta = {
  __concat = function(a, b) return make_select { parts = { a, b } } end,
  __index = function()
    host.fail("PY2E0313", "a select is not known while the recipe runs: it is decided for each target",
      "give the whole field a select, or join lists with '..'")
  end,
  __newindex = function() host.fail("PY2E0313", "a select cannot be changed") end,
  __len = function() host.fail("PY2E0313", "the length of a select is not known while the recipe runs") end,
  __metatable = false,
}

local lua_select = select
local function word_select(branches, ...)
  if type(branches) ~= "table" then return lua_select(branches, ...) end
  local keys = sorted_keys(branches)
  if #keys == 0 then host.fail("PY2E0313", "select{} has no branches", 'write select { ["linux-*"] = …, default = … }') end
  for _, k in ipairs(keys) do
    if type(k) ~= "string" then
      host.fail("PY2E0313", "a branch of select{} needs a target pattern as its key, not " .. show(k),
        'write select { ["linux-*"] = …, default = … }')
    end
  end
  return make_select { keys = keys, branches = branches }
end

---- schemas: field -> type ------------------------------------------------------------------------------------------
--
-- A type is a word of `check` below, or a list of the values allowed. "!" means the field must be given, "=" that a
-- select cannot stand there.

local opt = { "none", "size", "speed" }
local visibility = "patterns="
local app = {
  name = "name!=", main = "string!", roots = "paths", deps = "labels", resources = "labels", adapters = "labels",
  targets = "strings=", opt = opt, debug = "boolean", dynamic = { "error", "raise" }, imports = "strings",
  visibility = visibility, stack = "size",
}

local function extended(base, more)
  local t = {}
  for k, v in raw_next, base do t[k] = v end
  for k, v in raw_next, more do t[k] = v end
  return t
end

local schemas = {
  workspace = {
    name = "name=", version = "string=", targets = "strings=", cache = "string=", remote = "any",
    jobs = "integer=", dynamic = { "error", "raise" },
  },
  app = app,
  library = {
    name = "name!=", srcs = "paths", roots = "paths", deps = "labels", resources = "labels", visibility = visibility,
  },
  resource = {
    name = "name!=", files = "paths!", prefix = "string", compress = { "auto", "always", "never" },
    visibility = visibility,
  },
  target = {
    name = "name!=", triple = "string!=", cpu = "string=", features = "strings=", opt = opt, debug = "boolean=",
    subsystem = { "console", "windows" }, icon = "path=", version_info = "map=", min_os = "string=", stack = "size=",
  },
  adapter = {
    name = "name!=", abi = "integer=", targets = "strings=", libraries = "any", resources = "labels",
    symbols = "any", needs = "strings", visibility = visibility,
  },
  test = extended(app, {
    args = "strings", env = "map", timeout = "integer", shards = "integer", size = { "small", "medium", "large", "enormous" },
  }),
  release = {
    name = "name!=", apps = "labels!", targets = "strings=", formats = "strings", files = "any", sign = "string=",
    archive = "string", version = "string", description = "string", maintainer = "string", visibility = visibility,
  },
  group = { name = "name!=", members = "labels!", visibility = visibility },
  alias = { name = "name!=", actual = "label!", visibility = visibility },
}

---- checking a value ------------------------------------------------------------------------------------------------

local check

local function wrong(where, wanted, v)
  host.fail("PY2E0305", format("%s must be %s, not %s", where, wanted, show(v)))
end

local function check_path(where, v)
  if type(v) ~= "string" then wrong(where, "a path", v) end
  if v == "" then wrong(where, "a path", v) end
  if find(v, "^/") then
    host.fail("PY2E0306", format("%s names an absolute path, %s", where, show(v)), "paths are relative to the package")
  end
  if find(v, "\0", 1, true) then host.fail("PY2E0306", format("%s has a NUL byte in a path", where)) end
end

local function check_label(where, v)
  if type(v) ~= "string" then wrong(where, "a label such as \"//path/to/pkg:name\"", v) end
  local label, why = host.label(v)
  if not label then host.fail("PY2E0307", format("%s: %s is no label: %s", where, show(v), why)) end
end

local scalar = {
  string = function(where, v) if type(v) ~= "string" then wrong(where, "a string", v) end end,
  boolean = function(where, v) if type(v) ~= "boolean" then wrong(where, "true or false", v) end end,
  integer = function(where, v) if math.type(v) ~= "integer" then wrong(where, "a whole number", v) end end,
  name = function(where, v)
    if type(v) ~= "string" then wrong(where, "a string", v) end
    if not find(v, "^[%w_][%w_.+-]*$") then
      host.fail("PY2E0306", format("%s: %s is no name", where, show(v)), "letters, digits and _ . + - are allowed, the first one a letter, digit or _")
    end
  end,
  size = function(where, v)
    if math.type(v) == "integer" and v > 0 then return end
    if type(v) == "string" and find(v, "^%d+[KMG]?$") then return end
    wrong(where, "a size such as \"64M\"", v)
  end,
  path = check_path,
  label = check_label,
}

local function check_pattern(where, v)
  if type(v) ~= "string" then wrong(where, "a pattern such as \"//apps/...\"", v) end
  local why = host.pattern(v)
  if why then host.fail("PY2E0307", format("%s: %s is no pattern: %s", where, show(v), why)) end
end

local lists = { patterns = check_pattern, strings = scalar.string, paths = check_path, labels = check_label }

local function check_list(where, each, v)
  if type(v) ~= "table" then wrong(where, "a list", v) end
  local n = rawlen(v)
  for _, k in ipairs(sorted_keys(v)) do
    if math.type(k) ~= "integer" or k < 1 or k > n then
      host.fail("PY2E0305", format("%s must be a plain list: it has the key %s", where, show(k)))
    end
    each(format("%s[%d]", where, k), v[k])
  end
end

local function check_map(where, v)
  if type(v) ~= "table" then wrong(where, "a table of strings", v) end
  for _, k in ipairs(sorted_keys(v)) do
    if type(k) ~= "string" or type(v[k]) ~= "string" then
      host.fail("PY2E0305", format("%s must map strings to strings", where))
    end
  end
end

function check(where, wanted, fixed, v, depth)
  local s = type(v) == "table" and selects[v]
  if s then
    if fixed then host.fail("PY2E0313", format("%s cannot be a select: it is needed before the target is known", where)) end
    if depth > 16 then host.fail("PY2E0313", format("%s has selects nested more than 16 deep", where)) end
    for _, k in ipairs(s.keys or {}) do check(format("%s (select %s)", where, k), wanted, fixed, s.branches[k], depth + 1) end
    for _, part in ipairs(s.parts or {}) do check(where, wanted, fixed, part, depth + 1) end
  elseif type(wanted) == "table" then
    for _, allowed in ipairs(wanted) do if rawequal(v, allowed) then return end end
    host.fail("PY2E0305", format("%s must be one of \"%s\", not %s", where, concat(wanted, '", "'), show(v)),
      type(v) == "string" and hint(v, wanted) or nil)
  elseif scalar[wanted] then
    scalar[wanted](where, v)
  elseif lists[wanted] then
    check_list(where, lists[wanted], v)
  elseif wanted == "map" then
    check_map(where, v)
  end
end

-- Turns a value into plain tables the host can copy: a select becomes { kind, … }.
local function plain(v, depth)
  if type(v) ~= "table" then
    if type(v) == "function" or type(v) == "userdata" then host.fail("PY2E0305", "a function cannot be a field's value") end
    return v
  end
  if depth > 32 then host.fail("PY2E0305", "the value is nested more than 32 tables deep (or holds itself)") end
  local s = selects[v]
  local out = {}
  if s and s.keys then
    for _, k in ipairs(s.keys) do out[k] = plain(s.branches[k], depth + 1) end
    return host.mark("select", out)
  elseif s then
    for i, part in ipairs(s.parts) do out[i] = plain(part, depth + 1) end
    return host.mark("join", out)
  end
  for _, k in ipairs(sorted_keys(v)) do
    if type(k) == "boolean" then host.fail("PY2E0305", "true and false cannot be keys here") end
    out[k] = plain(v[k], depth + 1)
  end
  return out
end

---- declaring words -------------------------------------------------------------------------------------------------

local seen = {}

-- Fields that are read and checked only: nobody should believe that they do something.
local unused = {
  workspace = { "cache" },
  app = { "stack" },
  target = { "cpu", "features", "icon", "min_os", "stack", "subsystem", "version_info" },
}

local function declare(word, schema)
  local names = {}
  for k in raw_next, schema do names[#names + 1] = k end
  sort(names, key_before)
  return function(fields, extra)
    if type(fields) ~= "table" or selects[fields] or extra ~= nil then
      host.fail("PY2E0304", format("%s takes one table of fields", word), format("write %s { name = …, … }", word))
    end
    for _, k in ipairs(sorted_keys(fields)) do
      local wanted = schema[k]
      if not wanted then
        host.fail("PY2E0303", type(k) == "string" and format("%s has no field '%s'", word, k)
          or format("%s has a value without a field name", word),
          type(k) == "string" and hint(k, names) or format("fields of %s: %s", word, concat(names, ", ")))
      end
      local fixed = type(wanted) == "table" and (word == "target" or word == "workspace") or type(wanted) == "string" and find(wanted, "=", 1, true)
      if type(wanted) == "string" then wanted = wanted:gsub("[!=]", "") end
      check(format("%s.%s", word, k), wanted, fixed, fields[k], 0)
    end
    for _, k in ipairs(names) do
      if fields[k] == nil and type(schema[k]) == "string" and find(schema[k], "!", 1, true) then
        host.fail("PY2E0304", format("%s needs the field '%s'", word, k))
      end
    end
    for _, k in ipairs(unused[word] or {}) do
      if fields[k] ~= nil then host.warn("PY2E0330", format("%s.%s is not used by this version", word, k)) end
    end
    local line = host.line()
    if word == "workspace" then
      if host.package() ~= "" then
        host.fail("PY2E0308", "workspace{} belongs into the root of the workspace", "remove it here, or build from this directory's own root")
      end
      if seen[""] then host.fail("PY2E0309", "workspace{} is called twice", format("the first one is in line %d", seen[""])) end
      seen[""] = line
    else
      local before = seen[fields.name]
      if before then
        host.fail("PY2E0309", format("the name '%s' is declared twice", fields.name), format("the first one is in line %d", before))
      end
      seen[fields.name] = line
    end
    host.declare(word, plain(fields, 0), line)
  end
end

---- helpers ---------------------------------------------------------------------------------------------------------

-- glob { include…, exclude = { … } } -> sorted paths below the package. What a directory holds is recorded.
local function word_glob(spec)
  if type(spec) == "string" then spec = { spec } end
  if type(spec) ~= "table" or selects[spec] then
    host.fail("PY2E0304", "glob takes a table of patterns", 'write glob { "src/**/*.py", exclude = { "src/old/**" } }')
  end
  local include, exclude = {}, spec.exclude or {}
  if type(exclude) == "string" then exclude = { exclude } end
  for _, k in ipairs(sorted_keys(spec)) do
    if math.type(k) == "integer" then include[#include + 1] = spec[k]
    elseif k ~= "exclude" then
      host.fail("PY2E0303", format("glob has no field '%s'", to_text(k)), hint(to_text(k), { "exclude" }))
    end
  end
  check_list("glob", check_path, include)
  check_list("glob.exclude", check_path, exclude)
  for _, p in ipairs(include) do
    if #p > 1024 then host.fail("PY2E0306", "a glob pattern of more than 1024 bytes") end
    if find("/" .. p .. "/", "/../", 1, true) then
      host.fail("PY2E0306", format("glob cannot leave its package: %s", show(p)), "declare a library or resource in that package and depend on it")
    end
  end
  return host.glob(include, exclude)
end

local options = {}
local option_schema = { name = "name!", default = "any", values = "strings" }

local function option_value(name, text, default, values)
  if type(default) == "boolean" then
    if text == "true" or text == "1" then return true end
    if text == "false" or text == "0" then return false end
    host.fail("PY2E0314", format("-D %s=%s: it must be true or false", name, text))
  elseif math.type(default) == "integer" then
    local n = math.tointeger(tonumber(text))
    if not n then host.fail("PY2E0314", format("-D %s=%s: it must be a whole number", name, text)) end
    return n
  end
  if values then
    for _, v in ipairs(values) do if v == text then return text end end
    host.fail("PY2E0314", format("-D %s=%s: it must be one of %s", name, text, concat(values, ", ")), hint(text, values))
  end
  return text
end

local function word_option(fields)
  if type(fields) ~= "table" or selects[fields] then
    host.fail("PY2E0304", "option takes one table of fields", 'write option { name = "…", default = …, values = { … } }')
  end
  for _, k in ipairs(sorted_keys(fields)) do
    if not option_schema[k] then
      host.fail("PY2E0303", format("option has no field '%s'", to_text(k)), hint(to_text(k), { "name", "default", "values" }))
    end
  end
  local name, default, values = fields.name, fields.default, fields.values
  scalar.name("option.name", name)
  if values ~= nil then check_list("option.values", scalar.string, values) end
  if default ~= nil and not rank[type(default)] then wrong("option.default", "a string, a whole number, true or false", default) end
  if values and default ~= nil then
    local ok = false
    for _, v in ipairs(values) do ok = ok or v == default end
    if not ok then host.fail("PY2E0314", format("option %s: its default %s is not one of its values", name, show(default))) end
  end
  if not options[name] then
    options[name] = true
    host.option(name)
  end
  local text = host.param("D:" .. name)
  if text == nil then return default end
  return option_value(name, text, default, values)
end

local function word_env(name, default)
  if type(name) ~= "string" or name == "" or find(name, "[=%z]") then wrong("env", "the name of a variable", name) end
  local v = host.env(name)
  if v == nil then return default end
  return v
end

local function word_fail(message)
  host.fail("PY2E0310", to_text(message))
end

local function word_print(...)
  local parts = {}
  for i = 1, lua_select("#", ...) do parts[i] = to_text((lua_select(i, ...))) end
  host.print(concat(parts, "\t"))
end

---- the environment -------------------------------------------------------------------------------------------------

local function copy(from, names)
  local t = {}
  for name in names:gmatch("%S+") do t[name] = from[name] end
  return t
end

local G = {
  glob = word_glob, select = word_select, option = word_option, env = word_env, fail = word_fail, print = word_print,
  tostring = to_text, tonumber = tonumber, type = kind_of,
}
for word, schema in raw_next, schemas do
  local at_length = declare(word, schema)
  local speaks = {} -- fields that there may be a warning about
  for _, k in ipairs(unused[word] or {}) do speaks[k] = true end
  G[word] = word == "workspace" and at_length or host.word(word, schema, speaks, seen, at_length)
end

local included = {}

function G.include(label)
  if type(label) ~= "string" then wrong("include", "a path such as \"//tools/macros.lua\"", label) end
  local path, why = host.include_path(label)
  if not path then host.fail("PY2E0315", format("include %s: %s", show(label), why)) end
  local state = included[path]
  if state == "open" then host.fail("PY2E0315", format("include %s: it includes itself", show(label))) end
  if not state then
    included[path] = "open"
    local chunk = host.load(path)
    state = { value = chunk() }
    included[path] = state
  end
  return state.value
end

function G.error(message) host.fail("PY2E0310", to_text(message)) end
function G.assert(v, message, ...)
  if not v then host.fail("PY2E0310", message == nil and "assertion failed" or to_text(message)) end
  return v, message, ...
end

function G.ipairs(t)
  if type(t) ~= "table" or selects[t] then wrong("the argument of ipairs", "a table", t) end
  t = proxies[t] or t
  local i = 0
  return function()
    i = i + 1
    local v = t[i]
    if v ~= nil then return i, v end
  end
end

function G.pairs(t)
  if type(t) ~= "table" or selects[t] then wrong("the argument of pairs", "a table", t) end
  t = proxies[t] or t
  local keys, i = sorted_keys(t), 0
  return function()
    repeat i = i + 1 until keys[i] == nil or t[keys[i]] ~= nil
    if keys[i] ~= nil then return keys[i], t[keys[i]] end
  end
end

function G.next(t, key)
  if type(t) ~= "table" or selects[t] then wrong("the argument of next", "a table", t) end
  t = proxies[t] or t
  local best
  for k in raw_next, t do
    if not rank[type(k)] then sorted_keys(t) end
    if (key == nil or key_before(key, k)) and (best == nil or key_before(k, best)) then best = k end
  end
  if best ~= nil then return best, t[best] end
end

G.string = frozen(host.string, "string")
G.math = frozen(copy(math, "abs ceil floor fmod huge max maxinteger min mininteger modf pi sqrt tointeger type ult exp log"), "math")
G.utf8 = frozen(host.utf8, "utf8")
local T = host.table
function T.sort(list, before)
  if type(list) ~= "table" or selects[list] then wrong("the argument of table.sort", "a list", list) end
  sort(list, before or function(a, b) return a < b end)
end
G.table = frozen(T, "table")
host.string_methods(G.string)

local words = {}
for k in raw_next, G do words[#words + 1] = k end
sort(words, key_before)

return function()
  return setmetatable({}, {
    __index = function(_, k)
      local v = G[k]
      if v ~= nil then return v end
      host.fail("PY2E0302", format("'%s' is not a word of build.py2 and no local variable", to_text(k)), hint(to_text(k), words))
    end,
    __newindex = function(_, k)
      if G[k] ~= nil then host.fail("PY2E0311", format("'%s' is a word of build.py2 and cannot be changed", to_text(k))) end
      host.fail("PY2E0311", format("'%s' would be a global variable", to_text(k)), format("write 'local %s = …'", to_text(k)))
    end,
    __metatable = false,
  })
end
