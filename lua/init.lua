-- `py2 init`: looks at the sources below a directory and returns the files to write, as { path, text } in order.
-- Arguments: the directory, the text of the editor annotations. Nothing here writes.

local dir, annotations = ...
local lfs = lfs

local skipped = { ["."] = true, [".."] = true, out = true, build = true, dist = true, node_modules = true, venv = true }

local function entries(path)
  local names = {}
  for name in lfs.dir(path) do
    if not skipped[name] and name:sub(1, 1) ~= "." and name ~= "__pycache__" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function mode(path) return lfs.attributes(path, "mode") end

if mode(dir) ~= "directory" then error(("'%s' is no directory"):format(dir), 0) end

-- Programs: a main.py or __main__.py, at most `limit` of them.
local programs, limit = {}, 50
local starts = { ["main.py"] = true, ["__main__.py"] = true }

local function walk(below, depth)
  for _, name in ipairs(entries(dir .. "/" .. below)) do
    local path = below == "" and name or below .. "/" .. name
    local kind = mode(dir .. "/" .. path)
    if kind == "directory" and depth < 6 then
      walk(path, depth + 1)
    elseif kind == "file" and starts[name] and #programs < limit then
      programs[#programs + 1] = path
    end
  end
end
walk("", 0)

local absolute = dir:sub(1, 1) == "/" and dir or lfs.currentdir() .. (dir == "." and "" or "/" .. dir)
local project = (absolute:gsub("/+$", ""):match("([^/]+)$") or "app"):gsub("[^%w_.+-]", "_"):gsub("^[^%w_]", "_")

local function app_name(path)
  local name = path:match("([^/]+)/__main__%.py$") or path:match("([^/]+)/main%.py$")
  if not name or name == "src" then name = project end
  return (name:gsub("[^%w_.+-]", "_"):gsub("^[^%w_]", "_"))
end

local out, used = {}, {}
local function line(...) out[#out + 1] = table.concat({ ... }) end

line("-- What py2 builds here. `py2 build` makes out/<target>/<name>; `py2 help` lists the commands.")
line(("workspace { name = %q, version = \"0.1.0\" }"):format(project))
for _, path in ipairs(programs) do
  local name, n = app_name(path), 2
  while used[name] do name, n = app_name(path) .. n, n + 1 end
  used[name] = true
  line("")
  line("app {")
  line(("  name = %q,"):format(name))
  line(("  main = %q,"):format(path))
  if path:match("^src/") then line("  roots = { \"src\" },") end
  line("}")
end
if #programs == 0 then
  line("")
  line("-- app { name = \"hello\", main = \"main.py\" }")
end
line("")

return {
  { path = "build.py2", text = table.concat(out, "\n") },
  { path = ".luarc.json", text = [[{
  "runtime.version": "Lua 5.4",
  "runtime.builtin": { "io": "disable", "os": "disable", "package": "disable", "debug": "disable", "coroutine": "disable" },
  "workspace.library": [".py2/lua"],
  "files.associations": { "build.py2": "lua" }
}
]] },
  { path = ".py2/lua/py2.d.lua", text = annotations },
}
